import { CliError } from "../cli-error.ts";
import type { CliConfig } from "../config.ts";

/**
 * For what only the embedded database can do: PostgreSQL has programs of its own for it.
 *
 * @throws {CliError} `DATABASE_SERVER_BACKUP`
 */
export function requireFile(config: CliConfig): CliConfig {
  if (config.databaseUrl !== undefined) throw new CliError("DATABASE_SERVER_BACKUP");
  return config;
}
