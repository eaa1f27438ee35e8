import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { databaseMarkerPath } from "@narrows/server/database-marker";
import { CliError } from "../cli-error.ts";
import type { CliConfig } from "../config.ts";

/**
 * For what only the embedded database can do: PostgreSQL has programs of its own for it.
 *
 * @throws {CliError} `DATABASE_SERVER_BACKUP`, `DATABASE_URL_MISSING`
 */
export function requireFile(config: CliConfig): CliConfig {
  if (config.databaseUrl !== undefined) throw new CliError("DATABASE_SERVER_BACKUP");
  return requireFileInUse(config);
}

/**
 * Refuses the embedded database where the service uses PostgreSQL, as `serve` does: what is in the file is old, and a
 * key that is made there opens nothing.
 *
 * @throws {CliError} `DATABASE_URL_MISSING`
 */
export function requireFileInUse<Config extends Pick<CliConfig, "dataDir">>(config: Config): Config {
  const path = resolve(databaseMarkerPath(config.dataDir));
  if (existsSync(path)) throw new CliError("DATABASE_URL_MISSING", { path });
  return config;
}
