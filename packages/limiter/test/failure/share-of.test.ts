import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import { shareOf } from "../../src/failure/share-of.ts";
import type { AlgorithmOptions } from "../../src/policy-options.ts";

const window = { limit: 100, windowMs: 1_000 };
const perSecond = { refillPerSecond: 30 };

const shares: readonly (readonly [AlgorithmOptions, number, readonly number[]])[] = [
  [{ algorithm: "fixed-window", ...window, alignment: "first-request" }, 3, [1, 33, 1_000_000, 1]],
  [{ algorithm: "sliding-window-log", ...window }, 3, [1, 33, 1_000_000]],
  [{ algorithm: "sliding-window-counter", ...window, buckets: 10 }, 3, [1, 33, 100_000, 10]],
  [{ algorithm: "token-bucket", capacity: 100, ...perSecond }, 3, [1, 33, 300_000, 3]],
  [{ algorithm: "gcra", burst: 100, ...perSecond }, 7, [1, 14, 700_000, 3]],
  [{ algorithm: "leaky-bucket", capacity: 2, ...perSecond }, 7, [1, 1, 700_000, 3]],
  [{ algorithm: "token-bucket", capacity: 100, ...perSecond, refillMode: "interval" }, 7, [1, 14, 1_000_000, 4, 1]],
  [{ algorithm: "token-bucket", capacity: 100, ...perSecond, refillMode: "interval" }, 70, [1, 1, 2_333_334, 1, 1]],
];

test.each(shares)("%j on %i nodes", (options, nodes, parameters) => {
  const policy = compilePolicy({ name: "p", ...options });
  const share = shareOf(policy, nodes);
  expect(share.algorithm.name).toBe(options.algorithm);
  expect(share.algorithm.parameters).toEqual(parameters);
  expect({ ...share, algorithm: policy.algorithm }).toEqual(policy);
});

describe("a share", () => {
  it("too slow to be counted in the policy's ticks is counted in coarser ones", () => {
    const yearly = { name: "p", algorithm: "gcra", burst: 1, refill: 1, refillMs: 366 * 86_400_000 } as const;
    const { parameters } = shareOf(compilePolicy(yearly), 1_000).algorithm;
    expect(parameters).toEqual([10, 1, 366 * 86_400_000_000 * 100, 1]);
  });

  const counts = fc.integer({ min: 1, max: 50 });
  const algorithms: fc.Arbitrary<AlgorithmOptions> = fc
    .tuple(counts, counts, fc.integer({ min: 1, max: 40 }))
    .chain(([limit, refill, length]) =>
      fc.constantFrom<AlgorithmOptions>(
        { algorithm: "fixed-window", limit, windowMs: length },
        { algorithm: "sliding-window-log", limit, windowMs: length },
        { algorithm: "sliding-window-counter", limit, windowMs: length },
        { algorithm: "token-bucket", capacity: limit, refill, refillMs: length },
        { algorithm: "token-bucket", capacity: limit, refill, refillMs: length, refillMode: "interval" },
        { algorithm: "gcra", burst: limit, refill, refillMs: length },
        { algorithm: "leaky-bucket", capacity: limit, refill, refillMs: length },
      ),
    );

  it("of each node lets all of them give no more than the bound of the policy, were its limit max(limit, nodes)", () => {
    fc.assert(
      fc.property(
        algorithms,
        fc.integer({ min: 2, max: 9 }),
        fc.integer({ min: 1, max: 200 }),
        (options, nodes, ms) => {
          const { algorithm } = shareOf(compilePolicy({ name: "p", ...options }), nodes);
          const state: number[] = Array.from({ length: algorithm.width }, () => 0);
          const begin = 1_800_000_000_000_000;
          let given = 0;
          for (let at = begin; at < begin + ms * 1_000;) {
            const wait = algorithm.take(state, 0, Math.floor(at / algorithm.microsPerTick), 1);
            if (wait === 0) given++;
            else at += wait * algorithm.microsPerTick;
          }
          expect(given * nodes).toBeLessThanOrEqual(mostOf(options, nodes, ms));
        },
      ),
      { numRuns: 300, seed: 20_261_130 },
    );
  });
});

/** What the policy itself gives at most in an interval of so many milliseconds. */
function mostOf(options: AlgorithmOptions, nodes: number, ms: number): number {
  if ("windowMs" in options) {
    // Any interval touches so many windows; a sliding one gives less.
    return Math.max(options.limit, nodes) * (Math.ceil(ms / options.windowMs) + 1);
  }
  const { refill = 0, refillMs = 1 } = options;
  const isInterval = options.algorithm === "token-bucket" && options.refillMode === "interval";
  const burst = Math.max("burst" in options ? options.burst : options.capacity, nodes);
  return burst + refill * (isInterval ? Math.ceil(ms / refillMs) : ms / refillMs);
}
