import type { ClientRateLimitInfo, Options, Store } from "express-rate-limit";
import type { Redis } from "ioredis";

const script = `
local hits = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left <= 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return { hits, left }`;

/** The obvious store of express-rate-limit in Redis: one script that counts and sets the end of the window. */
export function createRedisStore(client: Redis): Store {
  let windowMs = 60_000;
  client.defineCommand("countHit", { numberOfKeys: 1, lua: script });
  const commands = client as unknown as { countHit(key: string, windowMs: number): Promise<[number, number]> };
  return {
    init: (options: Options) => void (windowMs = options.windowMs),
    async increment(key: string): Promise<ClientRateLimitInfo> {
      const [totalHits, leftMs] = await commands.countHit(`rl:${key}`, windowMs);
      return { totalHits, resetTime: new Date(Date.now() + leftMs) };
    },
    decrement: async (key: string) => void (await client.decr(`rl:${key}`)),
    resetKey: async (key: string) => void (await client.del(`rl:${key}`)),
  };
}
