export type { IoredisClient } from "./from-ioredis.ts";
export { fromIoredis } from "./from-ioredis.ts";
export type { NodeRedisClient } from "./from-node-redis.ts";
export { fromNodeRedis } from "./from-node-redis.ts";
export type { RedisClient } from "./port-of.ts";
export type { RedisPort } from "./redis-port.ts";
export { redisStore, type RedisStoreOptions } from "./redis-store.ts";
