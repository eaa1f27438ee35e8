import type { Program } from "./program.ts";

/**
 * Reads one number of `/metrics`.
 *
 * @throws {Error} When there is none.
 */
export async function readMetric(
  { http, admin }: Pick<Program, "http" | "admin">,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { body } = await http.ask("GET", "/metrics", { headers: admin });
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const isIt = (line: string): boolean =>
    line.startsWith(`${name}{`) ? wanted.every((part) => line.includes(part)) : line.startsWith(`${name} `);
  const line = body.split("\n").find(isIt);
  if (line === undefined) throw new Error(`There is no ${name} with ${wanted.join(", ")} in\n${body}`);
  return Number(line.slice(line.lastIndexOf(" ")));
}
