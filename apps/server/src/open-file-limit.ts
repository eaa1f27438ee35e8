import { readFile } from "node:fs/promises";
import type { StartWarning } from "./start-warnings.ts";

/** What is open besides connections: the database and its companions, the log, a file that is being read. */
const otherFiles = 64;

/** Reads how many files this process may have open; undefined where the system does not tell. */
export async function openFileLimit(): Promise<number | undefined> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? undefined : Number(soft);
}

/** How many connections are taken: with more the database, the log and the pages would find no file to open. */
export function affordableConnections(maxConnections: number, limit: number | undefined): number {
  return limit === undefined ? maxConnections : Math.max(1, Math.min(maxConnections, limit - otherFiles));
}

/** Warns of connections that are refused long before MAX_CONNECTIONS are open. */
export function scarceFiles(maxConnections: number, limit: number | undefined): readonly StartWarning[] {
  if (limit === undefined || maxConnections + otherFiles <= limit) return [];
  const message = `This process may open ${limit} files, and every connection is one: no more than ${affordableConnections(maxConnections, limit)} are taken. Raise the limit (ulimit -n, or LimitNOFILE in systemd) to ${maxConnections + otherFiles} or more, or set MAX_CONNECTIONS to ${Math.max(1, limit - otherFiles)}.`;
  return [{ option: "MAX_CONNECTIONS", message }];
}
