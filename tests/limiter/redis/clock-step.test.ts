import { compilePolicy, type AlgorithmOptions, type Policy, type Store } from "@narrows/limiter";
import { compareStores, openReferenceStore, referenceStore } from "@narrows/limiter/testing";
import { redisStoreForTest } from "@narrows/limiter/testing/redis";
import { describe, expect, it } from "vitest";
import { nextPrefix, openOnMovedClock } from "./redis-clients.ts";
import { useRedis } from "./use-redis.ts";

const yearMs = 365 * 86_400_000;
const rate = { refill: 5, refillMs: 60_000 };
const quotas: readonly AlgorithmOptions[] = [
  { algorithm: "fixed-window", limit: 5, windowMs: 60_000 },
  { algorithm: "sliding-window-log", limit: 5, windowMs: 60_000 },
  { algorithm: "sliding-window-counter", limit: 5, windowMs: 60_000 },
  { algorithm: "token-bucket", capacity: 5, ...rate },
  { algorithm: "token-bucket", capacity: 5, ...rate, refillMode: "interval" },
  { algorithm: "gcra", burst: 5, ...rate },
  { algorithm: "leaky-bucket", capacity: 5, ...rate },
];

/** What docs/reference/limiter-redis.md says under "Clock". */
describe("a clock that was a year ahead for a while", () => {
  const own = useRedis();
  let nowMicros = 1_784_567_890_123_456;
  const pass = (ms: number) => void (nowMicros += ms * 1_000);

  const take = async (store: Store, policy: Policy, key: string) => {
    const { verdicts } = await store.charge([{ policy, key: [key], cost: 1 }]);
    return verdicts[0] ?? expect.fail("There is no verdict.");
  };
  const takeAll = async (store: Store, policy: Policy, key: string) => {
    let count = 0;
    while ((await take(store, policy, key)).allowed) count += 1;
    return count;
  };

  it.each(quotas)("holds what it has seen then, and nothing else: $algorithm $refillMode", async (quota) => {
    const policy = compilePolicy({ name: "p", by: ["client"], ...quota });
    const next = compilePolicy({ name: "p", by: ["client"], version: "v2", ...quota });
    const options = { onFailure: "closed", prefix: nextPrefix(), deadlineMs: 5_000 } as const;
    const stores = [redisStoreForTest(own.client, options, () => nowMicros), referenceStore(() => nowMicros)];
    for (const store of stores) await takeAll(store, policy, "before");
    pass(yearMs);
    for (const store of stores) {
      expect(await takeAll(store, policy, "before"), "once more than without the step").toBe(5);
      expect(await takeAll(store, policy, "then")).toBe(5);
    }
    pass(-yearMs);
    for (const store of stores) {
      for (const key of ["before", "then"]) {
        const { allowed, retryAfterMs } = await take(store, policy, key);
        expect([allowed, retryAfterMs > yearMs - 60_000, retryAfterMs < yearMs + 180_000]).toEqual([false, true, true]);
      }
      expect(await takeAll(store, policy, "after"), "who did not ask then").toBe(5);
      await store.reset([{ policy, key: ["then"], cost: 1 }]);
      expect(await takeAll(store, policy, "then"), "after a reset").toBe(5);
      expect(await takeAll(store, next, "before"), "by another version").toBe(5);
      expect(await takeAll(store, next, "before")).toBe(0);
    }
  });
});

/** A counter whose block is over is the same with and without it. */
describe("a block that ended", () => {
  const own = useRedis();

  const together = [1, 2, 20] as const;
  it.each(quotas.flatMap((quota) => together.map((count) => [quota, count] as const)))(
    "does not come back with the clock once something was taken since: %o, %i at once",
    async (quota, count) => {
      let nowMicros = 1_784_567_890_123_456;
      const policy = compilePolicy({ name: "p", by: ["client"], ...quota });
      const options = { onFailure: "closed", prefix: nextPrefix(), deadlineMs: 5_000 } as const;
      const stores = [redisStoreForTest(own.client, options, () => nowMicros), referenceStore(() => nowMicros)];
      const all = Array.from({ length: count }, (_, at) => [{ policy, key: [`k${at}`], cost: 1 }]);
      const takeAll = (store: Store) => Promise.all(all.map((charges) => store.charge(charges)));
      // Twice, so that the second time is written into what lies there.
      for (const store of stores) for (let time = 0; time < 2; time += 1) await takeAll(store);
      for (const store of stores) await Promise.all(all.map((charges) => store.block(charges, 1_000)));
      for (const stepMs of [500, 700, -600, 600]) {
        nowMicros += stepMs * 1_000;
        const [redis, reference] = [await takeAll(stores[0] as Store), await takeAll(stores[1] as Store)];
        expect(redis, `after a step of ${stepMs} ms`).toEqual(reference);
        expect(reference.map(({ verdicts: [verdict] }) => verdict?.allowed)).toEqual(all.map(() => stepMs !== 500));
      }
    },
  );

  it.each([12, 13, 22, 26])("comes back where it does in the reference on a random trace (seed %i)", async (seed) => {
    const open = (startMicros: number) => openOnMovedClock(own.client, startMicros);
    await expect(compareStores(open, openReferenceStore, { seed, stepsBack: true })).resolves.toBeUndefined();
  });
});
