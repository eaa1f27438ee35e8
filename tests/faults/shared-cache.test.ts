import { Redis } from "ioredis";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { startProgram, type Program } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { sharedDatabase } from "../program/test-stores.ts";
import { postgresProgram, startPostgres } from "../services/postgres-server.ts";
import { redisProgram, startRedis, type RedisServer } from "../services/redis-server.ts";
import { after, apiOf, before, expectNoCost, patienceMs, untilTrusted } from "./shared-cache/nodes-over-redis.ts";

/** Nodes on one database and one Redis; `start` with false begins one that knows of no Redis. */
async function openInstallation() {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startRedis());
  const folder = stack.use(await makeTempFolder());
  const env = { REDIS_URL: `redis://127.0.0.1:${redis.port}` };
  const opened = stack.move();
  const start = async (withRedis = true): Promise<Program> => {
    const node = opened.use(await startProgram({ dataDir: folder.path, ...(withRedis ? { env } : {}) }));
    if (withRedis) await untilTrusted(node, 1);
    return node;
  };
  return { redis, start, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Sends commands to Redis as somebody else would. */
async function asStranger<Result>(
  { port }: RedisServer,
  work: (client: Redis) => Promise<Result>,
  password?: string,
): Promise<Result> {
  const client = new Redis(port, "127.0.0.1", { lazyConnect: true, ...(password === undefined ? {} : { password }) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}

const faults: readonly (readonly [string, (redis: RedisServer) => Promise<unknown>])[] = [
  ["hangs", async (redis) => redis.signal("SIGSTOP")],
  ["is killed", (redis) => redis.kill()],
  ["takes no writes", (redis) => asStranger(redis, (client) => client.replicaof("127.0.0.1", 1))],
  ["is full", (redis) => asStranger(redis, (client) => client.config("SET", "maxmemory", "1"))],
];

describe.skipIf(redisProgram() === undefined)("the cache in Redis", () => {
  it("answers one node with what another made or read", async () => {
    await using installation = await openInstallation();
    const [first, second] = [await installation.start(), await installation.start()];
    const { shortCode } = await apiOf(first).mustCreate({ longUrl: before });
    await eventually(patienceMs, "A hit", async () => {
      const { shortCode: other } = await apiOf(first).mustCreate({ longUrl: before });
      expect((await apiOf(second).follow(other)).locations).toEqual([before]);
      return (await readMetric(second, "narrows_shared_cache_lookups_total", { result: "hit" })) > 0 ? true : undefined;
    });
    expect((await apiOf(second).follow(shortCode)).locations).toEqual([before]);
  });

  it("keeps nothing old of a change that was told to nobody, be nodes there or not", async () => {
    await using installation = await openInstallation();
    const silent = await installation.start(false);
    const node = await installation.start();
    const [seen, unseen] = [
      await apiOf(node).mustCreate({ longUrl: before }),
      await apiOf(node).mustCreate({ longUrl: before }),
    ];
    // A change without a word, as of a node that was killed between its commit and its word.
    await apiOf(silent).edit(seen.shortCode, { longUrl: after });
    await eventually(patienceMs, "The news from the log", async () =>
      (await apiOf(node).follow(seen.shortCode)).locations[0] === after ? true : undefined,
    );
    await node.kill();
    await apiOf(silent).edit(unseen.shortCode, { longUrl: after });
    const next = await installation.start();
    for (const { shortCode } of [seen, unseen]) {
      expect((await apiOf(next).follow(shortCode)).locations).toEqual([after]);
    }
  });

  it.each(faults)("costs neither a redirect nor a create when Redis %s", async (_, fail) => {
    await using installation = await openInstallation();
    const [first, second] = [await installation.start(), await installation.start()];
    const known = await expectNoCost(first, second, async () => fail(installation.redis));
    expect((await apiOf(first).follow(known.shortCode)).locations).toEqual([after]);
  });

  it("is believed again after Redis came back empty, and keeps nothing of before", async () => {
    await using installation = await openInstallation();
    const { redis } = installation;
    const node = await installation.start();
    const { shortCode } = await apiOf(node).mustCreate({ longUrl: before });
    await redis.kill();
    await apiOf(node).edit(shortCode, { longUrl: after });
    await redis.restart();
    await untilTrusted(node, 1);
    const other = await installation.start();
    expect((await apiOf(other).follow(shortCode)).locations).toEqual([after]);
  });

  it("neither shows the password that Redis refuses, nor what was looked up, in the log", async () => {
    await using redis = await startRedis(["--requirepass", "the-right-one"]);
    const url = (password: string): string => `redis://:${password}@127.0.0.1:${redis.port}`;
    await using refused = await startProgram({ env: { REDIS_URL: url("a-wrong-secret"), LOG_LEVEL: "trace" } });
    await using node = await startProgram({ env: { REDIS_URL: url("the-right-one"), LOG_LEVEL: "trace" } });
    await untilTrusted(node, 1);
    await apiOf(node).mustCreate({ longUrl: "https://example.com/private", alias: "private-alias" });
    await asStranger(
      redis,
      async (client) => {
        await client.config("SET", "maxmemory", "1");
        await apiOf(node).edit("private-alias", { longUrl: "https://example.com/also-private" });
        await untilTrusted(node, 0);
      },
      "the-right-one",
    );
    await eventually(patienceMs, "A word on Redis in each log", async () =>
      [refused, node].every((program) => /WRONGPASS|OOM/.test(program.output())) ? true : undefined,
    );
    for (const secret of ["a-wrong-secret", "the-right-one", "private"]) {
      expect(refused.output() + node.output()).not.toContain(secret);
    }
  });

  it("is not led astray by what strangers write there", async () => {
    await using installation = await openInstallation();
    const first = await installation.start();
    const { shortCode } = await apiOf(first).mustCreate({ longUrl: before });
    await asStranger(installation.redis, async (client) => {
      for (const name of await client.keys("*")) {
        if (!name.endsWith(":log")) await client.set(name, '1 ["javascript:alert(1)",302,null,true,false,false]');
      }
      await client.publish("narrows:changes", '{"kind":"change","from":"x","id":1,"change":{}}\ngarbage\n');
    });
    const second = await installation.start();
    expect((await apiOf(second).follow(shortCode)).locations).toEqual([before]);
  });
});

const isServiceMissing = redisProgram() === undefined || postgresProgram() === undefined;

describe.skipIf(isServiceMissing)("one Redis under two installations on PostgreSQL", () => {
  it("answers each with its own links", async () => {
    await using stack = new AsyncDisposableStack();
    const redis = stack.use(await startRedis());
    const databases = [stack.use(await startPostgres()), stack.use(await startPostgres())];
    const start = async (url: string): Promise<Program> => {
      const env = { REDIS_URL: `redis://127.0.0.1:${redis.port}`, ...sharedDatabase({ url }) };
      const node = stack.use(await startProgram({ env }));
      await untilTrusted(node, 1);
      return node;
    };
    for (const [index, { url }] of databases.entries()) {
      await apiOf(await start(url)).mustCreate({ longUrl: `https://example.com/${index}`, alias: "same-alias" });
    }
    for (const [index, { url }] of databases.entries()) {
      expect((await apiOf(await start(url)).follow("same-alias")).locations).toEqual([`https://example.com/${index}`]);
    }
  });
});
