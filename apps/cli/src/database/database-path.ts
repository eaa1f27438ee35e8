import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { databasePath } from "@narrows/server/database-path";
import { CliError } from "../cli-error.ts";
import type { CliConfig } from "../config.ts";

/**
 * The database, for commands that work on what is there: a mistyped DATA_DIR must not become a new, empty one.
 *
 * @throws {CliError} `DATABASE_MISSING`
 */
export function existingDatabasePath(config: CliConfig): string {
  const path = resolve(databasePath(config.dataDir));
  if (!existsSync(path)) throw new CliError("DATABASE_MISSING", { path });
  return path;
}

/** The database, for commands that may make the database: its folder is made when missing, for its owner alone. */
export async function newDatabasePath(config: CliConfig): Promise<string> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  return databasePath(config.dataDir);
}
