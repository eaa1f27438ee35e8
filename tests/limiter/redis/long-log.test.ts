import { compilePolicy } from "@narrows/limiter";
import { referenceStore } from "@narrows/limiter/testing";
import { redisStoreForTest } from "@narrows/limiter/testing/redis";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../program/random.ts";
import { nextPrefix } from "./redis-clients.ts";
import { useRedis } from "./use-redis.ts";

describe("a log of many moments", () => {
  const own = useRedis();

  it("is read and written whole, whatever its length", async () => {
    let nowMicros = 1_784_567_890_123_456;
    const random = createRandom(63);
    const options = { onFailure: "closed", prefix: nextPrefix(), deadlineMs: 5_000 } as const;
    const redis = redisStoreForTest(own.client, options, () => nowMicros);
    const reference = referenceStore(() => nowMicros);
    const policy = compilePolicy({
      name: "log",
      by: ["client"],
      algorithm: "sliding-window-log",
      limit: 1_000,
      windowMs: 1_000,
    });
    const of = (cost: number) => [{ policy, key: ["a"], cost }];
    // Some 400 moments lie in a window.
    for (let turn = 0; turn < 900; turn += 1) {
      nowMicros += 1_000 + random.below(3_000);
      const charge = of(1 + random.below(3));
      expect(await redis.charge(charge), `turn ${turn}`).toEqual(await reference.charge(charge));
      if (turn % 10 > 0) continue;
      const [whole, takenAt] = [of(1_000), nowMicros - 300_000];
      expect(await redis.peek(whole), `turn ${turn}`).toEqual(await reference.peek(whole));
      expect(await redis.refund(of(1), takenAt)).toEqual(await reference.refund(of(1), takenAt));
    }
    expect(await own.client.strlen(`${options.prefix}:{YQ:djE}:bucket:log`)).toBeGreaterThan(16 * 350);
  });
});
