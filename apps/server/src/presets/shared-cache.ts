import { randomBytes } from "node:crypto";
import type { SharedCache } from "@narrows/links";
import { createFaultLog } from "../fault-log.ts";
import type { Surroundings } from "./drivers.ts";

/** A cache that all nodes share, where there is a Redis. Undefined: none. Nothing is loaded that is not used. */
export async function openSharedCache(
  redisUrl: URL | undefined,
  { log, clocks }: Surroundings,
): Promise<SharedCache | undefined> {
  if (redisUrl === undefined) return undefined;
  const { openRedisSharedCache } = await import("@narrows/links/shared-caches/redis");
  return openRedisSharedCache({
    url: redisUrl.href,
    monotonicMs: clocks.monotonicMs,
    onFault: createFaultLog(log, "The cache in Redis cannot be reached; links are read from the database."),
    makeId: () => randomBytes(8).toString("hex"),
  });
}
