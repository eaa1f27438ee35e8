import type { ChangeBus } from "@narrows/links";
import { createRedisBus } from "@narrows/links/buses/redis";
import type { ChangeBusDriver } from "@narrows/links/testing";
import { startRedisCluster, type RedisCluster } from "../../services/redis-cluster.ts";

export const clusterDriver: ChangeBusDriver = {
  name: "a redis cluster",
  async open() {
    const cluster = await startRedisCluster();
    let opened = 0;
    return {
      connect() {
        opened += 1;
        return connectToCluster(cluster, opened);
      },
      close: async () => cluster[Symbol.asyncDispose](),
    };
  },
};

/** @param first The number of the node that is taken before the others; two that differ hear each other through two nodes. */
export function connectToCluster({ nodes }: Pick<RedisCluster, "nodes">, first = 0): ChangeBus {
  const at = first % nodes.length;
  const turned = [...nodes.slice(at), ...nodes.slice(0, at)];
  const url = turned.map(({ port }) => `redis://127.0.0.1:${port}`);
  return createRedisBus({ url, monotonicMs: () => performance.now(), onFault: () => undefined });
}
