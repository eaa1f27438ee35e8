import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import { createLimiter } from "../../src/create-limiter.ts";
import type { AlgorithmOptions } from "../../src/policy-options.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";

/** Quotas of microseconds, which are their ticks, and the longest wait for a cost of c by the guide's formula. */
const quotas: readonly (readonly [options: AlgorithmOptions, longest: (cost: number) => number])[] = [
  [{ algorithm: "fixed-window", limit: 4, windowMs: 0.012 }, () => 12],
  [{ algorithm: "fixed-window", limit: 4, windowMs: 0.012, alignment: "first-request" }, () => 12],
  [{ algorithm: "sliding-window-log", limit: 4, windowMs: 0.012 }, () => 12],
  [{ algorithm: "sliding-window-counter", limit: 4, windowMs: 0.012 }, (c) => 12 + Math.ceil((12 * c) / 4)],
  [{ algorithm: "sliding-window-counter", limit: 4, windowMs: 0.012, buckets: 3 }, (c) => 12 + Math.ceil((4 * c) / 4)],
  [{ algorithm: "sliding-window-counter", limit: 5, windowMs: 0.014, buckets: 2 }, (c) => 14 + Math.ceil((7 * c) / 5)],
  [{ algorithm: "token-bucket", capacity: 4, refill: 3, refillMs: 0.01 }, (c) => Math.ceil((10 * c) / 3)],
  [
    { algorithm: "token-bucket", capacity: 4, refill: 3, refillMs: 0.01, refillMode: "interval" },
    (c) => 10 * Math.ceil(c / 3),
  ],
  [
    { algorithm: "token-bucket", capacity: 4, refill: 9, refillMs: 0.01, refillMode: "interval" },
    (c) => 10 * Math.ceil(c / 4),
  ],
  [{ algorithm: "gcra", burst: 4, refill: 3, refillMs: 0.01 }, (c) => Math.ceil((10 * c) / 3)],
  [{ algorithm: "leaky-bucket", capacity: 4, refill: 3, refillMs: 0.01 }, (c) => Math.ceil((10 * c) / 3)],
];

const step = fc.record({ rest: fc.integer({ min: 0, max: 8 }), cost: fc.integer({ min: 1, max: 5 }) });

describe("the longest wait that is told", () => {
  it.each(quotas)("of %j is what the guide says, and no more whatever was done before", (options, longest) => {
    const { algorithm } = compilePolicy({ name: "p", ...options });
    expect(algorithm.microsPerTick).toBe(1);
    const met = new Map<number, number>();
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const state = Array.from({ length: algorithm.width }, () => 0);
        let now = 1_800_000_000_000_000;
        for (const { rest, cost } of steps) {
          now += rest;
          const units = Math.min(cost, algorithm.limit);
          const wait = algorithm.take(state, 0, now, units);
          expect(wait).toBeLessThanOrEqual(longest(units));
          met.set(units, Math.max(met.get(units) ?? 0, wait));
        }
      }),
      { seed: 11, numRuns: 5_000 },
    );
    for (let cost = 1; cost <= algorithm.limit; cost += 1) expect([cost, met.get(cost)]).toEqual([cost, longest(cost)]);
  });

  it("of a sliding-window-counter is longer than its window: 78.6 s of a minute that has run for 1.4 s", () => {
    let nowMs = 1_800_000_000_000 + 1_400;
    const { checkNow } = createLimiter({
      policy: { name: "p", algorithm: "sliding-window-counter", limit: 3, windowMs: 60_000, by: ["client"] },
      store: memoryStore({ clock: () => nowMs * 1_000 }),
    });
    for (let request = 0; request < 3; request += 1) expect(checkNow("ann").allowed).toBe(true);
    expect(checkNow("ann")).toMatchObject({ allowed: false, retryAfterMs: 78_600 });
    nowMs += 78_599;
    expect(checkNow("ann").allowed).toBe(false);
    nowMs += 1;
    expect(checkNow("ann").allowed).toBe(true);
  });
});
