import { compilePolicy, type AlgorithmOptions, type Policy } from "@narrows/limiter";
import { referenceStore } from "@narrows/limiter/testing";
import { redisStoreForTest } from "@narrows/limiter/testing/redis";
import { describe, expect, it } from "vitest";
import { nextPrefix } from "./redis-clients.ts";
import { useRedis } from "./use-redis.ts";

const changing = (options: AlgorithmOptions): Policy => compilePolicy({ name: "changing", by: ["client"], ...options });
const log = changing({ algorithm: "sliding-window-log", limit: 5, windowMs: 10_000 });
const bucket = (capacity: number) => changing({ algorithm: "token-bucket", capacity, refill: capacity, refillMs: 900 });
const decade = changing({ algorithm: "gcra", burst: 5, refill: 5, refillMs: 315_360_000_000 });
const slow = changing({ algorithm: "token-bucket", capacity: 5, refill: 5, refillMs: 10_000 });
const quick = changing({ algorithm: "token-bucket", capacity: 6, refill: 6, refillMs: 1_000 });

describe("a counter in Redis whose policy has changed", () => {
  const own = useRedis();
  let nowMicros = 0;

  const open = () => {
    nowMicros = 1_784_567_890_123_456;
    const prefix = nextPrefix();
    const options = { onFailure: "closed", prefix, deadlineMs: 5_000 } as const;
    return {
      prefix,
      redis: redisStoreForTest(own.client, options, () => nowMicros),
      reference: referenceStore(() => nowMicros),
    };
  };

  it.each<readonly [string, Policy, Policy, cost: number]>([
    ["of a log that has room for 2,000 moments at the new limit", log, bucket(2_000), 1],
    ["of a log that would be too long at the new limit", log, bucket(2_001), 1],
    [
      "whose use would come back after the year 2255",
      decade,
      changing({ algorithm: "token-bucket", capacity: 999_983, refillPerSecond: 1 }),
      999_000,
    ],
    [
      "whose use comes back before",
      decade,
      changing({ algorithm: "token-bucket", capacity: 999_983, refillPerSecond: 1 }),
      20,
    ],
  ])("is taken over as the reference does: one %s", async (_, from, to, cost) => {
    const { redis, reference } = open();
    const both = async (policy: Policy, units: number) => {
      const charges = [{ policy, key: ["a"], cost: units }];
      const answer = await redis.charge(charges);
      expect(answer).toEqual(await reference.charge(charges));
      expect(await redis.peek(charges)).toEqual(await reference.peek(charges));
      nowMicros += 300_000;
      return answer.verdicts[0]?.allowed;
    };
    expect(await both(from, 1)).toBe(true);
    expect(await both(to, cost)).toBe(true);
    for (let turn = 0; turn < 12; turn += 1) await both(turn % 3 === 0 ? to : from, 1);
  });

  it("keeps until when the one quota counts, though the other is refused and the key has lost its time to live", async () => {
    const { redis, prefix } = open();
    for (const keys of [["alone"], Array.from({ length: 20 }, (_, i) => `k${i}`)]) {
      const all = (policy: Policy, cost: number) =>
        Promise.all(keys.map((key) => redis.charge([{ policy, key: [key], cost }])));
      const blocks = () =>
        Promise.all(
          keys.map(async (key) => {
            const value = await own.client.getBuffer(
              `${prefix}:{${Buffer.from(key).toString("base64url")}:djE}:bucket:changing`,
            );
            return value?.readDoubleLE(value.indexOf(";") + 9);
          }),
        );
      await all(slow, 4);
      await all(quick, 1);
      const before = await blocks();
      expect(before.every((until) => until !== undefined && until < 0)).toBe(true);
      for (const key of await own.client.keys(`${prefix}:*`)) await own.client.persist(key);
      nowMicros += 100_000;
      for (const { verdicts } of await all(slow, 1)) expect(verdicts[0]?.allowed).toBe(false);
      expect(await blocks()).toEqual(before);
    }
  });
});
