import { randomBytes } from "node:crypto";
import type { RedisUrl, SharedCache } from "@narrows/links";
import { createOutageLog } from "../fault-log.ts";
import type { Surroundings } from "./drivers.ts";

/**
 * A cache that all nodes share, where there is a Redis. Undefined: none. Nothing is loaded that is not used.
 *
 * @param installation Keeps installations apart that share a Redis, where it is known.
 */
export async function openSharedCache(
  redisUrl: RedisUrl | undefined,
  { log, clocks }: Surroundings,
  installation?: string,
): Promise<SharedCache | undefined> {
  if (redisUrl === undefined) return undefined;
  const { openRedisSharedCache } = await import("@narrows/links/shared-caches/redis");
  return openRedisSharedCache({
    url: redisUrl,
    ...(installation === undefined ? {} : { prefix: `narrows:${installation}` }),
    monotonicMs: clocks.monotonicMs,
    onFault: createOutageLog(log, "The cache in Redis cannot be reached; links are read from the database."),
    makeId: () => randomBytes(8).toString("hex"),
  });
}
