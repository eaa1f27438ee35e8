import { join } from "node:path";

/** The embedded database's file: one place for the server and for the commands that open it beside it. */
export function databasePath(dataDir: string): string {
  return join(dataDir, "narrows.db");
}
