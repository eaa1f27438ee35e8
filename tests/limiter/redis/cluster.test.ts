import { compilePolicy, createLimiter, type Store } from "@narrows/limiter";
import { redisStore } from "@narrows/limiter/redis";
import { Cluster } from "ioredis";
import { createCluster } from "redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRedisCluster, type RedisCluster } from "../../services/redis-cluster.ts";

const options = { onFailure: "closed", deadlineMs: 5_000 } as const;
const second = { name: "second", algorithm: "fixed-window", limit: 10, windowMs: 86_400_000 } as const;
const day = { name: "day", algorithm: "fixed-window", limit: 5, windowMs: 864_000_000 } as const;

describe("counters on a Cluster", () => {
  let cluster: RedisCluster;
  let ioredis: Cluster;
  let nodeRedis: ReturnType<typeof openNodeRedisCluster>;

  beforeAll(async () => {
    cluster = await startRedisCluster();
    ioredis = new Cluster(
      cluster.nodes.map(({ port }) => ({ host: "127.0.0.1", port })),
      { lazyConnect: true, retryDelayOnFailover: 0 },
    );
    await ioredis.connect();
    nodeRedis = openNodeRedisCluster(cluster);
    await nodeRedis.connect();
  });

  afterAll(async () => {
    ioredis.disconnect();
    nodeRedis.destroy();
    await cluster[Symbol.asyncDispose]();
  });

  const libraries: readonly (readonly [string, () => Store])[] = [
    ["ioredis", () => redisStore(ioredis, { ...options, prefix: "ioredis" })],
    ["node-redis", () => redisStore(nodeRedis, { ...options, prefix: "node-redis" })],
  ];

  it.each(libraries)(
    "are decided together where they have a part of their scope in common, through %s",
    async (_, open) => {
      const by = { by: ["tenant", "client"], tagBy: "tenant" };
      const limiter = createLimiter({
        policies: [
          { ...second, ...by },
          { ...day, ...by },
        ],
        store: open(),
      });
      const decisions = await Promise.all(
        Array.from({ length: 100 }, () => limiter.check({ tenant: "t", client: "c" })),
      );
      expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(5);
      expect(decisions.at(-1)?.violated).toEqual(["day"]);
      expect((await limiter.peek({ tenant: "t", client: "c" })).policies.map(({ remaining }) => remaining)).toEqual([
        5, 0,
      ]);
    },
  );

  it.each(libraries)("of many slots are asked in one turn, each at its own node, through %s", async (_, open) => {
    const store = open();
    const policy = compilePolicy({ ...day, name: "many", by: ["client"] });
    const ask = () =>
      Promise.all(Array.from({ length: 300 }, (__, i) => store.charge([{ policy, key: [`k${i}`], cost: 5 }])));
    expect((await ask()).every(({ verdicts }) => verdicts[0]?.allowed === true)).toBe(true);
    expect((await ask()).every(({ verdicts }) => verdicts[0]?.allowed === false)).toBe(true);
    const sizes = await Promise.all(ioredis.nodes("master").map((node) => node.dbsize()));
    expect(sizes.every((size) => size > 50)).toBe(true);
  });

  it.each(libraries)("that lie in different slots cannot be decided together, through %s", async (_, open) => {
    const store = open();
    expect(store.traits.isSharded).toBe(true);
    const apart = [
      { ...second, by: ["tenant"] },
      { ...day, by: ["client"] },
    ];
    expect(() => createLimiter({ policies: apart, store })).toThrow(expect.objectContaining({ code: "CROSS_SLOT" }));
    const charges = apart.map((each, i) => ({ policy: compilePolicy(each), key: [`k${i}`], cost: 1 }));
    await expect(store.charge(charges)).rejects.toMatchObject({ code: "CROSS_SLOT" });
  });
});

function openNodeRedisCluster({ nodes }: RedisCluster) {
  const client = createCluster({
    rootNodes: nodes.map(({ port }) => ({ socket: { host: "127.0.0.1", port } })),
  });
  client.on("error", () => {});
  return client;
}
