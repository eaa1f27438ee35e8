import { Cluster, Redis } from "ioredis";
import { createClient, createClientPool, createCluster, createSentinel } from "redis";
import { describe, expect, it } from "vitest";
import { portOf, type RedisClient } from "../../../src/stores/redis/port-of.ts";
import { redisStore, type RedisStoreOptions } from "../../../src/stores/redis/redis-store.ts";

const lazyConnect = true;
const sentinel = { name: "mymaster", sentinelRootNodes: [{ host: "127.0.0.1", port: 1 }] };
const port: RedisClient = { evalsha: async () => [], eval: async () => [] };

const clients: readonly (readonly [string, RedisClient, boolean])[] = [
  ["ioredis Redis", new Redis({ lazyConnect, autoResendUnfulfilledCommands: false }), false],
  ["ioredis Cluster", new Cluster([], { lazyConnect, retryDelayOnFailover: 0 }), true],
  ["node-redis createClient", createClient(), false],
  ["node-redis createClientPool", createClientPool(), false],
  ["node-redis createCluster", createCluster({ rootNodes: [] }), true],
  ["node-redis createSentinel", createSentinel(sentinel), false],
  ["a port of one's own", port, false],
];

describe("a Redis client", () => {
  it.each(clients)("is known, and whether it is a Cluster: %s", (_, client, isSharded) => {
    expect(redisStore(client, { onFailure: "open" }).traits).toMatchObject({ kind: "redis", isSharded });
  });

  it("has one port, however many stores it has", () => {
    for (const [, client] of clients) expect(portOf(client)).toBe(portOf(client));
  });

  it.each([{}, { get: () => "x" }, new Map()])("is refused when it is none", (none) => {
    expect(() => redisStore(none as RedisClient, { onFailure: "open" })).toThrow(
      expect.objectContaining({ code: "STORE_OPTION_INVALID" }),
    );
  });
});

describe("a Redis store without a client", () => {
  it.each([[], [undefined, {}], ["redis://127.0.0.1", { onFailure: "maybe" }], [{ onFailure: "open" }]])(
    "is told so before all else, and what to give: %o",
    (...given) => {
      expect(() => Reflect.apply(redisStore, undefined, given)).toThrow(
        expect.objectContaining({
          code: "STORE_OPTION_INVALID",
          message: expect.stringMatching(/^redisStore takes a client of ioredis or node-redis, or a RedisPort, not /),
        }),
      );
    },
  );
});

describe("the options of a Redis store", () => {
  const open = (options: object) => () => redisStore(port, options as RedisStoreOptions);

  const bare: unknown = Object.create(null);

  it.each([
    {},
    { onFailure: "maybe" },
    { onFailure: undefined },
    { onFailure: 1n },
    { onFailure: Symbol("s") },
    { onFailure: bare },
  ])("say what happens when Redis fails: %o", (options) => {
    expect(open(options)).toThrow(expect.objectContaining({ code: "ON_FAILURE_MISSING" }));
  });

  it.each([
    { prefix: "" },
    { prefix: "a{b}" },
    { prefix: "x".repeat(129) },
    { prefix: 5 },
    { prefix: Symbol("s") },
    { prefix: bare },
    { nodes: 1n },
    { nodes: bare },
    { nodes: 0 },
    { nodes: 1.5 },
    { nodes: Number.NaN },
    { deadlineMs: 0 },
    { maxInFlight: -1 },
  ])("are refused when they make no sense: %o", (options) => {
    expect(open({ onFailure: "open", ...options })).toThrow(expect.objectContaining({ code: "STORE_OPTION_INVALID" }));
  });

  it("count the nodes, also anew each time", () => {
    expect(redisStore(port, { onFailure: "open" }).traits.liveNodes()).toBe(1);
    expect(redisStore(port, { onFailure: "open", nodes: 4 }).traits.liveNodes()).toBe(4);
    let nodes = 2;
    const { traits } = redisStore(port, { onFailure: "open", nodes: () => nodes });
    nodes = 3;
    expect(traits.liveNodes()).toBe(3);
  });
});
