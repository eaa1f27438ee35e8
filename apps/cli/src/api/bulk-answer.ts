import type { Connection } from "./connection.ts";
import { parseLink, strange, type LinkAnswer } from "./link-answer.ts";
import { readProblem, type Problem } from "./problem.ts";

/** What became of one row. */
export type RowOutcome =
  | { readonly kind: "made" | "reused"; readonly link: LinkAnswer }
  | { readonly kind: "refused"; readonly problem: Problem };

/** @throws {CliError} `SERVER_STRANGE` */
export function parseBulk(body: unknown, connection: Connection): readonly RowOutcome[] {
  const results: unknown = typeof body === "object" && body !== null && "results" in body ? body.results : undefined;
  if (!Array.isArray(results)) throw strange(connection);
  return results.map((result: unknown) => parseRow(result, connection));
}

function parseRow(result: unknown, connection: Connection): RowOutcome {
  const row = typeof result === "object" && result !== null ? (result as Readonly<Record<string, unknown>>) : {};
  const problem = readProblem(row["problem"]);
  if (problem !== undefined) return { kind: "refused", problem };
  return { kind: row["status"] === 200 ? "reused" : "made", link: parseLink(row["link"], connection) };
}
