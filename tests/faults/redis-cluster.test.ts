import { Redis } from "ioredis";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { startProgram, type Program } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { startRedisCluster, type RedisCluster } from "../services/redis-cluster.ts";
import { redisProgram, startRedis, type RedisServer } from "../services/redis-server.ts";
import { after, apiOf, before, expectNoCost, patienceMs, untilTrusted } from "./shared-cache/nodes-over-redis.ts";

type Installation = AsyncDisposable & { readonly cluster: RedisCluster; readonly nodes: readonly [Program, Program] };

/** Two nodes on one database and one Cluster, which they trust. */
async function openInstallation(options: readonly string[] = []): Promise<Installation> {
  await using stack = new AsyncDisposableStack();
  const cluster = stack.use(await startRedisCluster(options));
  const folder = stack.use(await makeTempFolder());
  const env = { REDIS_URL: urlOf(cluster) };
  const start = async (): Promise<Program> => stack.use(await startProgram({ dataDir: folder.path, env }));
  const nodes = [await start(), await start()] as const;
  for (const node of nodes) await untilTrusted(node, 1);
  const opened = stack.move();
  return { cluster, nodes, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

function urlOf({ nodes }: RedisCluster): string {
  return `redis://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}`;
}

async function untilBus(node: Program, wanted: 0 | 1): Promise<void> {
  await eventually(patienceMs, `That the bus being up is ${wanted}`, async () =>
    (await readMetric(node, "narrows_change_bus_up")) === wanted ? true : undefined,
  );
}

function firstOf({ nodes }: RedisCluster): RedisServer {
  const [first] = nodes;
  if (first === undefined) throw new Error("A Cluster has nodes.");
  return first;
}

const all = (cluster: RedisCluster, work: (node: RedisServer) => unknown): Promise<unknown> =>
  Promise.all(cluster.nodes.map(work));

/** What happens, and what mends it; without the latter it mends itself. */
type Fault = readonly [
  name: string,
  fail: (cluster: RedisCluster) => unknown,
  mend: (cluster: RedisCluster) => unknown,
];

const faults: readonly Fault[] = [
  ["one node hangs", (cluster) => firstOf(cluster).signal("SIGSTOP"), (cluster) => firstOf(cluster).signal("SIGCONT")],
  [
    "all nodes hang",
    (cluster) => all(cluster, (node) => node.signal("SIGSTOP")),
    (cluster) => all(cluster, (node) => node.signal("SIGCONT")),
  ],
  [
    "one node is killed, and comes back empty",
    (cluster) => firstOf(cluster).kill(),
    (cluster) => firstOf(cluster).restart(),
  ],
  [
    "all nodes are killed, and come back empty",
    (cluster) => all(cluster, (node) => node.kill()),
    (cluster) => all(cluster, (node) => node.restart()),
  ],
  [
    "one node is full",
    (cluster) => configure(firstOf(cluster), "maxmemory", "1"),
    (cluster) => configure(firstOf(cluster), "maxmemory", "0"),
  ],
];

async function configure({ port }: RedisServer, name: string, value: string): Promise<void> {
  const client = new Redis(port, "127.0.0.1");
  await client.config("SET", name, value);
  client.disconnect();
}

describe.skipIf(redisProgram() === undefined)("a Cluster of Redis under two nodes", () => {
  it.each(faults)("costs neither a redirect nor a create when %s", async (_, fail, mend) => {
    await using installation = await openInstallation();
    const { cluster, nodes } = installation;
    const [first, second] = nodes;
    const known = await expectNoCost(first, second, async () => fail(cluster));
    await mend(cluster);
    for (const node of nodes) {
      await untilTrusted(node, 1);
      await untilBus(node, 1);
    }
    expect((await apiOf(second).follow(known.shortCode)).locations).toEqual([after]);
    for (const node of nodes) await node.stop();
  });

  it("is asked for by one node's name and a password, which nobody is shown", async () => {
    await using cluster = await startRedisCluster();
    for (const node of cluster.nodes) await configure(node, "requirepass", "the-right-one");
    const start = (password: string): Promise<Program> => {
      const url = `redis://:${password}@localhost:${firstOf(cluster).port}?cluster=true`;
      return startProgram({ env: { REDIS_URL: url, LOG_LEVEL: "trace" } });
    };
    await using node = await start("the-right-one");
    await using refused = await start("a-wrong-secret");
    await untilTrusted(node, 1);
    await untilBus(node, 1);
    await eventually(patienceMs, "A word on the password", async () =>
      refused.output().includes("WRONGPASS") ? true : undefined,
    );
    expect((await apiOf(refused).create({ longUrl: before })).status).toBe(201);
    expect(node.output() + refused.output()).not.toMatch(/the-right-one|a-wrong-secret/);
  });
});

/** What the log says of a URL, whatever else it says. */
function timesSaid({ output }: Program, code: string): number {
  return output()
    .split("\n")
    .filter((line) => line.includes(`"code":"${code}"`)).length;
}

describe.skipIf(redisProgram() === undefined)("a REDIS_URL that is wrong about a Cluster", () => {
  const serves = async (node: Program): Promise<void> => {
    const { shortCode } = await apiOf(node).mustCreate({ longUrl: before });
    expect((await apiOf(node).follow(shortCode)).locations).toEqual([before]);
    expect((await apiOf(node).edit(shortCode, { longUrl: after })).status).toBe(200);
    expect((await apiOf(node).follow(shortCode)).locations).toEqual([after]);
    expect(await readMetric(node, "narrows_shared_cache_trusted")).toBe(0);
    await node.stop();
  };

  it("is said once for each use where a node is named as if it were alone, which is then not used", async () => {
    await using cluster = await startRedisCluster();
    await using node = await startProgram({ env: { REDIS_URL: `redis://127.0.0.1:${firstOf(cluster).port}` } });
    await eventually(patienceMs, "The lines", async () =>
      timesSaid(node, "REDIS_IS_CLUSTER") === 2 ? true : undefined,
    );
    await serves(node);
    expect(node.output()).not.toContain("MOVED");
    expect(timesSaid(node, "REDIS_IS_CLUSTER")).toBe(2);
  });

  it("is said where one server is named as a Cluster", async () => {
    await using redis = await startRedis();
    const env = { REDIS_URL: `redis://127.0.0.1:${redis.port}?cluster=true` };
    await using node = await startProgram({ env });
    await eventually(patienceMs, "The line", async () =>
      timesSaid(node, "REDIS_IS_NO_CLUSTER") === 1 ? true : undefined,
    );
    await serves(node);
    expect(timesSaid(node, "REDIS_IS_NO_CLUSTER")).toBe(1);
  });
});
