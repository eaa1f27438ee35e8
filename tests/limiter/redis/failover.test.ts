import { compilePolicy } from "@narrows/limiter";
import { redisStore } from "@narrows/limiter/redis";
import { describe, expect, it } from "vitest";
import { startRedisPair } from "../../services/redis-replicas.ts";
import { openIoredis } from "./redis-clients.ts";

const policy = compilePolicy({
  name: "p",
  by: ["client"],
  algorithm: "token-bucket",
  capacity: 5,
  refill: 1,
  refillMs: 86_400_000,
});
const options = { onFailure: "closed", deadlineMs: 5_000 } as const;
const of = (key: string, cost: number) => [{ policy, key: [key], cost }];

describe("a replica that takes over", () => {
  it("has what was counted and blocked before, and the old primary counts nothing more", async () => {
    await using pair = await startRedisPair();
    const [primary, replica] = await Promise.all([openIoredis(pair.primary), openIoredis(pair.replica)]);
    try {
      const before = redisStore(primary, options);
      const after = redisStore(replica, options);
      await before.charge(of("used", 4));
      // In so large a call as well, in which keys are written another way.
      const crowd = Array.from({ length: 20 }, (_, i) => `k${i}`);
      for (const cost of [1, 2]) await Promise.all(crowd.map((key) => before.charge(of(key, cost))));
      await before.block(of("blocked", 1), 60_000);
      expect(await primary.wait(1, 10_000)).toBe(1);
      await pair.swap();

      const left = await Promise.all([...crowd, "used", "blocked"].map((key) => after.peek(of(key, 1))));
      expect(left.map(({ verdicts }) => verdicts[0]?.remaining)).toEqual([...crowd.map(() => 2), 1, 0]);
      for (const key of await replica.keys("*")) expect(await replica.pttl(key)).toBeGreaterThan(0);
      await expect(before.charge(of("used", 1))).rejects.toMatchObject({ code: "STORE_REFUSED" });
    } finally {
      primary.disconnect();
      replica.disconnect();
    }
  });
});
