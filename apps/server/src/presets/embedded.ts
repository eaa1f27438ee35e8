import { openSqlite } from "@narrows/links/sqlite";
import type { ServerConfig } from "../config.ts";
import { registerSqliteMetrics } from "../metrics/sqlite-metrics.ts";
import type { Drivers, Surroundings } from "./drivers.ts";
import { openInDataDir } from "./open-in-data-dir.ts";
import { openAroundSqlite } from "./sqlite-drivers.ts";

/**
 * Everything in one process and one file: SQLite in DATA_DIR.
 *
 * @throws {ConfigError} When DATA_DIR or the file in it cannot be used.
 */
export async function openEmbedded(config: ServerConfig, surroundings: Surroundings): Promise<Drivers> {
  const database = await openInDataDir(config.dataDir, (path) => openSqlite({ path }));
  const drivers = await openAroundSqlite(database, config, surroundings);
  return { ...drivers, registerMetrics: (metrics) => registerSqliteMetrics(metrics, database) };
}
