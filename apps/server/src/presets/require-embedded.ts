import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { ConfigError } from "@narrows/service";
import { databaseMarkerPath } from "./database-marker.ts";

/**
 * Refuses the embedded database where the links are in PostgreSQL: what is in the file is old, or nothing.
 *
 * @throws {ConfigError}
 */
export async function requireEmbedded(dataDir: string): Promise<void> {
  const marker = databaseMarkerPath(dataDir);
  if ((await stat(marker).catch(() => undefined)) === undefined) return;
  const problem = `it is not set, and this node used a PostgreSQL database before, as ${resolve(marker)} tells.`;
  const mend = "Set it again. To use the database in DATA_DIR on purpose, move that file away.";
  throw new ConfigError([{ option: "DATABASE_URL", problem, mend }]);
}
