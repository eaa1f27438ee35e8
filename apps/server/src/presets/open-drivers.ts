import type { ServerConfig } from "../config.ts";
import type { Drivers, Surroundings } from "./drivers.ts";

/**
 * Chooses where everything is kept: in PostgreSQL where DATABASE_URL names one, else in a file. Only what is used is
 * loaded.
 *
 * @param openFile How a file is opened here.
 * @throws {ConfigError}
 */
export async function openDrivers(
  config: ServerConfig,
  surroundings: Surroundings,
  openFile: () => Promise<Drivers>,
): Promise<Drivers> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined) return openFile();
  const { openDistributed } = await import("./distributed.ts");
  return openDistributed(config, databaseUrl, surroundings);
}
