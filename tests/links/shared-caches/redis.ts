import { randomUUID } from "node:crypto";
import type { SharedCache } from "@narrows/links";
import { openRedisSharedCache } from "@narrows/links/shared-caches/redis";
import type { SharedCacheDriver } from "@narrows/links/testing";
import { eventually } from "../../program/deadline.ts";
import { startRedis, type RedisServer } from "../../services/redis-server.ts";

export const driver: SharedCacheDriver = {
  name: "redis",
  async open() {
    const server = await startRedis();
    return { connect: () => connectTo(server), close: async () => server[Symbol.asyncDispose]() };
  },
};

export async function connectTo({ port }: Pick<RedisServer, "port">): Promise<SharedCache> {
  const cache = openRedisSharedCache({
    url: `redis://127.0.0.1:${port}`,
    monotonicMs: () => performance.now(),
    onFault: () => undefined,
    makeId: () => randomUUID().replaceAll("-", ""),
  });
  await eventually(30_000, "The connection to Redis", async () => (cache.isConnected() ? true : undefined));
  return cache;
}
