import { setTimeout as wait } from "node:timers/promises";
import { createLimiter, type Decision, type Limiter } from "@narrows/limiter";
import { redisStore } from "@narrows/limiter/redis";
import { Cluster } from "ioredis";
import { createCluster } from "redis";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { startRedisCluster, type RedisCluster } from "../services/redis-cluster.ts";
import { redisProgram } from "../services/redis-server.ts";

const policy = { name: "p", algorithm: "gcra", burst: 1_000_000, refillPerSecond: 1, by: ["client"] } as const;
/** A tenth of what is asked of one node until it is given up, and what is asked of it in 400 ms. */
const maxInFlight = 400;
const mostLate = 0.05;
const clients = Array.from({ length: 60 }, (_, index) => `client ${index}`);

describe.skipIf(redisProgram() === undefined)("behind a Cluster of which one node hangs", () => {
  it.each([
    ["ioredis", openIoredis],
    ["node-redis", openNodeRedis],
  ])("the counters of the others are asked on, and nothing piles up for it, through %s", async (_, open) => {
    await using cluster = await startRedisCluster(["--cluster-require-full-coverage", "no"]);
    await using client = await open(cluster);
    const states: string[] = [];
    const onBreaker = (state: string, shard: string) => void states.push(`${state} ${shard}`);
    const store = redisStore(client.client, {
      onFailure: "open",
      deadlineMs: 2_000,
      maxInFlight,
      observer: { onBreaker },
    });
    const limiter = createLimiter({ policy, store });
    await eventually(60_000, "An answer of every node", async () => (await isWhole(limiter)) || undefined);
    states.length = 0;
    const frozen = cluster.nodes[0];
    frozen?.signal("SIGSTOP");
    const half = `half-open 127.0.0.1:${frozen?.port}`;
    const seen = await flood(limiter, { fewest: 150, isEnough: () => states.includes(half) });
    const lost = clients.filter((name) => seen.get(name)?.at(-1)?.degraded === true);
    const others = clients.filter((name) => !lost.includes(name));
    // Each node has a third of the slots, and nobody's counter fell to another node.
    expect(lost.length).toBeGreaterThan(5);
    expect(others.length).toBeGreaterThan(lost.length);
    const decisions = others.flatMap((name) => seen.get(name) ?? []);
    const inPlace = decisions.filter(({ degraded }) => degraded);
    // A busy machine may be late with a few; none may be refused for what another node does.
    expect(inPlace.filter(({ failure }) => failure !== "STORE_DEADLINE")).toEqual([]);
    expect(inPlace.length).toBeLessThan(decisions.length * mostLate);
    expect(new Set(states)).toEqual(new Set([`open 127.0.0.1:${frozen?.port}`, half]));
    // Beside a probe now and then.
    expect(client.waiting()).toBeLessThan(maxInFlight + 20);
    frozen?.signal("SIGCONT");
    await eventually(60_000, "The return of the node", async () => (await isWhole(limiter)) || undefined);
    await limiter.close();
  });
});

/** Whether every client's counter is asked. */
async function isWhole(limiter: Limiter): Promise<boolean> {
  const decisions = await Promise.all(clients.map((client) => limiter.check(client)));
  return decisions.every(({ degraded }) => !degraded);
}

const mostRounds = 3_000;

type Flood = { readonly fewest: number; readonly isEnough: () => boolean };

/** All clients ask in each round, whatever became of the rounds before. */
async function flood(limiter: Limiter, { fewest, isEnough }: Flood): Promise<ReadonlyMap<string, readonly Decision[]>> {
  const seen = new Map<string, Decision[]>(clients.map((client) => [client, []]));
  const open: Promise<unknown>[] = [];
  for (let round = 0; round < mostRounds && (round < fewest || !isEnough()); round += 1) {
    open.push(...clients.map(async (client) => seen.get(client)?.push(await limiter.check(client))));
    await wait(20);
  }
  await Promise.all(open);
  return seen;
}

async function openIoredis({ nodes }: RedisCluster) {
  const client = new Cluster(
    nodes.map(({ port }) => ({ host: "127.0.0.1", port })),
    { lazyConnect: true, retryDelayOnFailover: 0 },
  );
  client.on("error", () => {});
  await client.connect();
  return {
    client,
    /** Commands that the client keeps for its nodes. */
    waiting: () =>
      client.nodes("master").reduce((sum, node) => sum + Reflect.get(Reflect.get(node, "commandQueue"), "length"), 0),
    [Symbol.asyncDispose]: async () => client.disconnect(),
  };
}

async function openNodeRedis({ nodes }: RedisCluster) {
  let waiting = 0;
  const client = createCluster({ rootNodes: nodes.map(({ port }) => ({ socket: { host: "127.0.0.1", port } })) });
  client.on("error", () => {});
  await client.connect();
  const evalSha = client.evalSha.bind(client);
  client.evalSha = (...args: Parameters<typeof evalSha>) => {
    waiting += 1;
    return evalSha(...args).finally(() => (waiting -= 1));
  };
  return { client, waiting: () => waiting, [Symbol.asyncDispose]: async () => client.destroy() };
}
