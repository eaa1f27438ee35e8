import { Redis } from "ioredis";
import { eventually } from "../program/deadline.ts";
import { startRedis, type RedisServer } from "./redis-server.ts";

export type RedisPair = AsyncDisposable & {
  readonly primary: RedisServer;
  readonly replica: RedisServer;
  /** Makes the replica the primary, and the primary its replica, which refuses writes (`READONLY`) from then on. */
  swap(): Promise<void>;
};

const linkDeadlineMs = 60_000;

/** Starts a primary and a replica of it, and waits until the replica follows. */
export async function startRedisPair(): Promise<RedisPair> {
  const primary = await startRedis(["--repl-diskless-sync-delay", "0"]);
  const replica = await startRedis(["--repl-diskless-sync-delay", "0"]);
  await follow(replica, primary);
  return {
    primary,
    replica,
    async swap() {
      await withClient(replica, (client) => client.replicaof("NO", "ONE"));
      await follow(primary, replica);
    },
    async [Symbol.asyncDispose]() {
      await replica[Symbol.asyncDispose]();
      await primary[Symbol.asyncDispose]();
    },
  };
}

async function follow(replica: RedisServer, primary: RedisServer): Promise<void> {
  await withClient(replica, async (client) => {
    await client.replicaof("127.0.0.1", primary.port);
    await eventually(linkDeadlineMs, "The replica's link", async () =>
      (await client.info("replication")).includes("master_link_status:up") ? true : undefined,
    );
  });
}

async function withClient(server: RedisServer, work: (client: Redis) => Promise<unknown>): Promise<void> {
  const client = new Redis(server.port, "127.0.0.1");
  try {
    await work(client);
  } finally {
    client.disconnect();
  }
}
