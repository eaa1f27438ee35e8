import { randomUUID } from "node:crypto";
import type { SharedCache } from "@narrows/links";
import { openRedisSharedCache } from "@narrows/links/shared-caches/redis";
import type { SharedCacheDriver } from "@narrows/links/testing";
import { eventually } from "../../program/deadline.ts";
import { startRedisCluster, type RedisCluster } from "../../services/redis-cluster.ts";

export const clusterDriver: SharedCacheDriver = {
  name: "a redis cluster",
  async open() {
    const cluster = await startRedisCluster();
    return { connect: () => connectToCluster(cluster), close: async () => cluster[Symbol.asyncDispose]() };
  },
};

export async function connectToCluster({ nodes }: Pick<RedisCluster, "nodes">): Promise<SharedCache> {
  const cache = openRedisSharedCache({
    url: nodes.map(({ port }) => `redis://127.0.0.1:${port}`),
    monotonicMs: () => performance.now(),
    onFault: () => undefined,
    makeId: () => randomUUID().replaceAll("-", ""),
  });
  await eventually(30_000, "The connection to the Cluster", async () => (cache.isConnected() ? true : undefined));
  return cache;
}
