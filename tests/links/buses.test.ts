import type { ChangeBus } from "@narrows/links";
import { createPostgresBus } from "@narrows/links/buses/postgres";
import { createRedisBus } from "@narrows/links/buses/redis";
import { describeChangeBus } from "@narrows/links/testing";
import postgres, { type Sql } from "postgres";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { postgresProgram, startPostgres } from "../services/postgres-server.ts";
import { startRedisCluster } from "../services/redis-cluster.ts";
import { redisProgram, startRedis } from "../services/redis-server.ts";
import { driver as postgresDriver } from "./buses/postgres.ts";
import { clusterDriver, connectToCluster } from "./buses/redis-cluster.ts";
import { driver as redisDriver } from "./buses/redis.ts";

describe.skipIf(redisProgram() === undefined)("with redis-server", () => {
  describeChangeBus(redisDriver);
  describeChangeBus(clusterDriver);
});
describe.skipIf(postgresProgram() === undefined)("with PostgreSQL", () => {
  describeChangeBus(postgresDriver);
});

/** A server under a bus, which goes and comes back. */
type Server = AsyncDisposable & {
  signal(name: NodeJS.Signals): unknown;
  kill(): Promise<void>;
  restart(): Promise<void>;
};

type Opened = { readonly server: Server; readonly connect: (onFault: (fault: unknown) => void) => ChangeBus };

const monotonicMs = (): number => performance.now();

async function openRedis(): Promise<Opened> {
  const server = await startRedis();
  const url = `redis://127.0.0.1:${server.port}`;
  return { server, connect: (onFault) => createRedisBus({ url, monotonicMs, onFault }) };
}

/** All nodes of a Cluster at once. */
async function openRedisCluster(): Promise<Opened> {
  const cluster = await startRedisCluster();
  const all = (work: (node: Server) => unknown): Promise<unknown> => Promise.all(cluster.nodes.map(work));
  const server: Server = {
    signal: (name) => all((node) => node.signal(name)),
    kill: async () => void (await all((node) => node.kill())),
    restart: async () => void (await all((node) => node.restart())),
    [Symbol.asyncDispose]: async () => cluster[Symbol.asyncDispose](),
  };
  return { server, connect: () => connectToCluster(cluster) };
}

async function openPostgres(): Promise<Opened> {
  const server = await startPostgres();
  return { server, connect: (onFault) => createPostgresBus({ url: server.url, monotonicMs, onFault }) };
}

describe.skipIf(postgresProgram() === undefined)("the two connections of the bus by postgres", () => {
  /** The process of the server for one of the bus's connections, which is gone when this resolves. */
  const endBackend = async (sql: Sql, lastQuery: string): Promise<void> => {
    const found = await eventually(20_000, `A connection that said ${lastQuery}`, async () => {
      const rows = await sql`SELECT pid, pg_terminate_backend(pid, 20000) AS ended FROM pg_stat_activity
        WHERE application_name = 'narrows changes' AND query LIKE ${`${lastQuery}%`}`;
      return rows.length === 0 ? undefined : rows;
    });
    expect(found.map(({ ended }) => ended as unknown)).toEqual([true]);
  };

  it("go on when the server ends one of them alone", async () => {
    await using stack = new AsyncDisposableStack();
    const server = stack.use(await startPostgres());
    const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
    stack.defer(() => sql.end());
    const bus = createPostgresBus({ url: server.url, monotonicMs, onFault: () => undefined });
    stack.defer(() => bus.close());
    const texts: string[] = [];
    await bus.open((text) => texts.push(text));
    const untilHeard = (said: string): Promise<string> =>
      eventually(20_000, `The text ${said}`, async () => {
        bus.send(said);
        return texts.find((text) => text === said);
      });
    await untilHeard("before");
    await endBackend(sql, "select pg_notify");
    await untilHeard("without the sender");
    expect(bus.stats().isConnected).toBe(true);
    await endBackend(sql, "listen");
    await untilHeard("without the listener");
    expect(bus.stats().isConnected).toBe(true);
  });
});

describe.each([
  { name: "redis", isMissing: redisProgram() === undefined, open: openRedis },
  { name: "redis cluster", isMissing: redisProgram() === undefined, open: openRedisCluster },
  { name: "postgres", isMissing: postgresProgram() === undefined, open: openPostgres },
])("the bus by $name", ({ isMissing, open }) => {
  /** Says something again and again until the other hears it. */
  const untilHeard = (first: ChangeBus, texts: readonly string[]): Promise<string> =>
    eventually(60_000, "A text over the bus", async () => {
      first.send("again");
      return texts.find((text) => text === "again");
    });

  it.skipIf(isMissing)("works again by itself after the server was killed, and after it had hung", async () => {
    const { server, connect } = await open();
    await using stack = new AsyncDisposableStack();
    stack.use(server);
    const [first, second] = [connect(() => undefined), connect(() => undefined)];
    stack.defer(() => first.close());
    stack.defer(() => second.close());
    const texts: string[] = [];
    await Promise.all([first.open(() => undefined), second.open((text) => texts.push(text))]);
    await server.kill();
    first.send("lost");
    await server.restart();
    expect(await untilHeard(first, texts)).toBe("again");
    texts.length = 0;
    await server.signal("SIGSTOP");
    for (let count = 0; count < 20_000; count += 1) first.send("into the void");
    await server.signal("SIGCONT");
    expect(await untilHeard(first, texts)).toBe("again");
  });

  it.skipIf(isMissing)("starts within seconds though there is no server, and works when there is one", async () => {
    const { server, connect } = await open();
    await using stack = new AsyncDisposableStack();
    stack.use(server);
    await server.kill();
    const bus = connect(() => undefined);
    stack.defer(() => bus.close());
    const texts: string[] = [];
    await bus.open((text) => texts.push(text));
    expect(bus.stats().isConnected).toBe(false);
    await server.restart();
    expect(await untilHeard(bus, texts)).toBe("again");
  });
});

describe.skipIf(redisProgram() === undefined)("the bus by redis cluster", () => {
  it.each([
    ["hangs", "SIGSTOP"],
    ["is killed", "SIGKILL"],
  ] as const)(
    "goes on by another node where the one that it uses %s, though slots are without a node",
    async (_, signal) => {
      await using cluster = await startRedisCluster();
      const [first, second] = [connectToCluster(cluster, 0), connectToCluster(cluster, 1)];
      await using stack = new AsyncDisposableStack();
      stack.defer(() => first.close());
      stack.defer(() => second.close());
      const texts: string[] = [];
      await Promise.all([first.open((text) => texts.push(text)), second.open(() => undefined)]);
      cluster.nodes[0]?.signal(signal);
      for (const [bus, said] of [
        [first, "from the one that lost its node"],
        [second, "to it"],
      ] as const) {
        await eventually(60_000, said, async () => {
          bus.send(said);
          first.send("alive");
          return texts.find((text) => text === said);
        });
      }
      expect(first.stats().isConnected).toBe(true);
    },
  );
});
