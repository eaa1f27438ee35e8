import { openSqlite, type RemoteSqliteWriter } from "@narrows/links/sqlite";
import type { ServerConfig } from "../config.ts";
import { registerJoinedSqliteMetrics } from "../metrics/sqlite-metrics.ts";
import { databasePath } from "./database-path.ts";
import type { Drivers, Surroundings } from "./drivers.ts";
import { openAroundSqlite } from "./sqlite-drivers.ts";

/** One of several processes on one file: it reads SQLite in DATA_DIR for itself, and its primary writes. */
export async function openEmbeddedWorker(
  config: ServerConfig,
  surroundings: Surroundings,
  writer: RemoteSqliteWriter,
): Promise<Drivers> {
  const database = await openSqlite({ path: databasePath(config.dataDir), writer });
  const drivers = await openAroundSqlite(database, config, surroundings, true);
  return { ...drivers, registerMetrics: (metrics) => registerJoinedSqliteMetrics(metrics, database) };
}
