import { describeStore } from "@narrows/limiter/testing";
import type { Redis } from "ioredis";
import { afterAll, beforeAll, describe, it } from "vitest";
import { startRedis, type RedisServer } from "../../services/redis-server.ts";
import { openIoredis, openNodeRedis, openOnMovedClock, openOnServerClock } from "./redis-clients.ts";

describe("the Redis store", () => {
  let server: RedisServer;
  let ioredis: Redis;
  let nodeRedis: Awaited<ReturnType<typeof openNodeRedis>>;

  beforeAll(async () => {
    server = await startRedis();
    ioredis = await openIoredis(server);
    nodeRedis = await openNodeRedis(server);
  });

  afterAll(async () => {
    ioredis.disconnect();
    nodeRedis.destroy();
    await server[Symbol.asyncDispose]();
  });

  const runner = { describe, it };
  const isClockMoved = false;
  describeStore("redis by a moved clock", (startMicros) => openOnMovedClock(ioredis, startMicros), runner);
  describeStore("redis through ioredis", () => openOnServerClock(ioredis), runner, { isClockMoved });
  describeStore("redis through node-redis", () => openOnServerClock(nodeRedis), runner, { isClockMoved });
});
