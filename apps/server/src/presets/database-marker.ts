import { join } from "node:path";

/** Tells which PostgreSQL database a node has used, so that another one is not taken for it by mistake. */
export function databaseMarkerPath(dataDir: string): string {
  return join(dataDir, "narrows.database");
}
