import { redisStore } from "@narrows/limiter/redis";
import type { OpenStore } from "@narrows/limiter/testing";
import { redisStoreForTest } from "@narrows/limiter/testing/redis";
import { Redis } from "ioredis";
import { createClient } from "redis";
import type { RedisServer } from "../../services/redis-server.ts";

/** Long enough for a busy machine; deadlines have tests of their own. */
const deadlineMs = 5_000;

let count = 0;

/** Begins all keys of one test, so that it finds no counters of another. */
export function nextPrefix(): string {
  count += 1;
  return `test-${count}`;
}

export async function openIoredis({ port }: RedisServer): Promise<Redis> {
  const client = new Redis(port, "127.0.0.1", { autoResendUnfulfilledCommands: false, lazyConnect: true });
  await client.connect();
  return client;
}

export async function openNodeRedis({ port }: RedisServer) {
  const client = createClient({ socket: { host: "127.0.0.1", port } });
  client.on("error", () => {});
  await client.connect();
  return client;
}

type Client = Parameters<typeof redisStore>[0];

/** A store by the server's own clock. */
export function openOnServerClock(client: Client): OpenStore {
  return { store: redisStore(client, { onFailure: "closed", prefix: nextPrefix(), deadlineMs }) };
}

/** A store by a clock that the test moves. */
export function openOnMovedClock(client: Client, startMicros: number): OpenStore {
  let nowMicros = startMicros;
  const options = { onFailure: "closed", prefix: nextPrefix(), deadlineMs } as const;
  return {
    store: redisStoreForTest(client, options, () => nowMicros),
    advance(micros) {
      nowMicros += Math.round(micros);
    },
  };
}
