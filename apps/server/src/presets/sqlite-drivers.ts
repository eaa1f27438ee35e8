import type { SqliteDatabase } from "@narrows/links/sqlite";
import type { ServerConfig } from "../config.ts";
import { openBus } from "./bus.ts";
import type { Drivers, Surroundings } from "./drivers.ts";
import { openSharedCache } from "./shared-cache.ts";

/**
 * Puts an open file together with what lies around it, as configured.
 *
 * @param hasRelay Whether a primary of ours passes on what this process says. Default: no.
 */
export async function openAroundSqlite(
  database: SqliteDatabase,
  { redisUrl }: Pick<ServerConfig, "redisUrl">,
  surroundings: Surroundings,
  hasRelay = false,
): Promise<Omit<Drivers, "registerMetrics">> {
  const bus = await openBus({ redisUrl, postgresUrl: undefined, hasRelay }, surroundings);
  const sharedCache = await openSharedCache(redisUrl, surroundings);
  return {
    links: database.links,
    keys: database.keys,
    safety: database.safety,
    reports: database.reports,
    archive: database.archive,
    leases: database.leases,
    ...(bus === undefined ? {} : { bus }),
    ...(sharedCache === undefined ? {} : { sharedCache }),
    async close() {
      await bus?.close();
      await sharedCache?.close();
      await database.close();
    },
  };
}
