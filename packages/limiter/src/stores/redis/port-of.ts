import { LimiterError } from "../../errors.ts";
import { shown } from "../../shown.ts";
import { fromIoredis, type IoredisClient } from "./from-ioredis.ts";
import { fromNodeRedis, type NodeRedisClient } from "./from-node-redis.ts";
import type { RedisPort } from "./redis-port.ts";

/** What a store can be given: a client of ioredis or of node-redis, or a port of your own to any other. */
export type RedisClient = IoredisClient | NodeRedisClient | RedisPort;

/** One port for a client, however many stores it has: each adds a listener. */
const ports = new WeakMap<RedisClient, RedisPort>();

/** @throws {LimiterError} `STORE_OPTION_INVALID` */
export function portOf(client: RedisClient): RedisPort {
  const known = ports.get(client);
  if (known !== undefined) return known;
  const port = makePort(client);
  ports.set(client, port);
  return port;
}

function makePort(client: RedisClient): RedisPort {
  if (isObject(client)) {
    if ("evalSha" in client) return fromNodeRedis(client);
    if ("status" in client) return fromIoredis(client);
    if (typeof client.evalsha === "function" && typeof client.eval === "function") return client;
  }
  const what = `redisStore takes a client of ioredis or node-redis, or a RedisPort, not ${shown(client)}.`;
  throw new LimiterError("STORE_OPTION_INVALID", what);
}

/** JavaScript may hand over anything, such as an address. */
function isObject(client: unknown): boolean {
  return typeof client === "object" && client !== null;
}
