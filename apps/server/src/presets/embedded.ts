import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { DatabaseError, openSqlite } from "@narrows/links/sqlite";
import { ConfigError } from "@narrows/service";
import type { ServerConfig } from "../config.ts";
import { registerSqliteMetrics } from "../metrics/sqlite-metrics.ts";
import { dataDirFault } from "../start-fault.ts";
import { openBus } from "./bus.ts";
import { databasePath } from "./database-path.ts";
import type { Drivers, Surroundings } from "./drivers.ts";
import { requireNoLoss } from "./require-no-loss.ts";
import { openSharedCache } from "./shared-cache.ts";
import { noteStart } from "./start-marker.ts";

/**
 * Everything in one process and one file: SQLite in DATA_DIR.
 *
 * @throws {ConfigError} When DATA_DIR or the file in it cannot be used.
 */
export async function openEmbedded(config: ServerConfig, surroundings: Surroundings): Promise<Drivers> {
  await prepareFolder(config.dataDir);
  await requireNoLoss(config.dataDir);
  const database = await openSqlite({ path: databasePath(config.dataDir) }).catch((error: unknown) => {
    throw databaseFault(error);
  });
  await noteStart(config.dataDir).catch(async (error: unknown) => {
    await database.close();
    throw dataDirFault(error, config.dataDir);
  });
  const bus = await openBus({ redisUrl: config.redisUrl, postgresUrl: undefined }, surroundings);
  const sharedCache = await openSharedCache(config.redisUrl, surroundings);
  return {
    links: database.links,
    keys: database.keys,
    leases: database.leases,
    ...(bus === undefined ? {} : { bus }),
    ...(sharedCache === undefined ? {} : { sharedCache }),
    registerMetrics: (metrics) => registerSqliteMetrics(metrics, database),
    async close() {
      await bus?.close();
      await sharedCache?.close();
      await database.close();
    },
  };
}

/** SQLite would say of a folder or a file that may not be used only that it cannot be opened. */
async function prepareFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    await accessIfThere(databasePath(dataDir));
  } catch (error) {
    throw dataDirFault(error, dataDir);
  }
}

async function accessIfThere(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}

/** A database error names its file and its mend in one sentence. */
function databaseFault(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  return new ConfigError([{ option: "DATA_DIR", problem: error.message, mend: "" }], { cause: error });
}
