import type { Redis } from "ioredis";
import { afterAll, beforeAll } from "vitest";
import { startRedis, type RedisServer } from "../../services/redis-server.ts";
import { openIoredis } from "./redis-clients.ts";

/** The Redis of one suite; to be read inside its tests only. */
export type RedisUnderTest = { readonly server: RedisServer; readonly client: Redis };

/** Starts a Redis for the tests of the surrounding `describe`, and ends it after them. */
export function useRedis(): RedisUnderTest {
  let opened: RedisUnderTest | undefined;
  beforeAll(async () => {
    const server = await startRedis();
    opened = { server, client: await openIoredis(server) };
  });
  afterAll(async () => {
    opened?.client.disconnect();
    await opened?.server[Symbol.asyncDispose]();
  });
  const redis = (): RedisUnderTest => {
    if (opened === undefined) throw new Error("The Redis is there inside tests only.");
    return opened;
  };
  return {
    get server() {
      return redis().server;
    },
    get client() {
      return redis().client;
    },
  };
}
