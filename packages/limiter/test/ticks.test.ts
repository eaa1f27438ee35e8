import { describe, expect, it } from "vitest";
import { algorithmOf } from "../src/algorithms/index.ts";
import type { AlgorithmOptions } from "../src/policy-options.ts";

const dayMs = 86_400_000;
const cases: readonly (readonly [AlgorithmOptions, readonly number[], number])[] = [
  [{ algorithm: "fixed-window", limit: 100, windowMs: 0.001 }, [1, 100, 1, 0], 1],
  [{ algorithm: "fixed-window", limit: 2 ** 52 - 1, windowMs: 1_000.5 }, [1, 2 ** 52 - 1, 1_000_500, 0], 1_001],
  [
    { algorithm: "fixed-window", limit: 5, windowMs: dayMs, alignment: "first-request" },
    [1, 5, 86_400_000_000, 1],
    dayMs,
  ],
  [
    { algorithm: "fixed-window", limit: 5, windowMs: 100 * 365 * dayMs },
    [10, 5, 315_360_000_000_000, 0],
    36_500 * dayMs,
  ],
  [{ algorithm: "sliding-window-log", limit: 5, windowMs: 1.005 }, [1, 5, 1_005], 2],
  [{ algorithm: "sliding-window-counter", limit: 100, windowMs: 60_000 }, [1, 100, 60_000_000, 1], 60_000],
  [{ algorithm: "sliding-window-counter", limit: 100, windowMs: 60_000, buckets: 60 }, [1, 100, 1_000_000, 60], 60_000],
  [{ algorithm: "sliding-window-counter", limit: 1_000_000, windowMs: dayMs }, [100, 1_000_000, 864_000_000, 1], dayMs],
  [{ algorithm: "token-bucket", capacity: 100, refillPerSecond: 10 }, [1, 100, 100_000, 1], 10_000],
  [{ algorithm: "token-bucket", capacity: 3, refillPerSecond: 3 }, [1, 3, 1_000_000, 3], 1_000],
  [
    { algorithm: "token-bucket", capacity: 1_000_000, refill: 1, refillMs: dayMs },
    [100, 1_000_000, 864_000_000, 1],
    86.4e12,
  ],
  [
    { algorithm: "token-bucket", capacity: 10, refill: 4, refillMs: 1_000, refillMode: "interval" },
    [1, 10, 1_000_000, 4, 1],
    3_000,
  ],
  [
    { algorithm: "gcra", burst: 1_000, refill: 1, refillMs: 30 * dayMs },
    [10, 1_000, 259_200_000_000, 1],
    30_000 * dayMs,
  ],
  [{ algorithm: "gcra", burst: 7, refill: 7, refillMs: 60_000 }, [1, 7, 60_000_000, 7], 60_000],
  [{ algorithm: "leaky-bucket", capacity: 1, refillPerSecond: 1_000_000 }, [1, 1, 1, 1], 1],
];

describe("the parameters of an algorithm", () => {
  it.each(cases)("of %j are %j, its window %i ms", (options, parameters, windowMs) => {
    const algorithm = algorithmOf(options);
    expect(algorithm.parameters).toEqual(parameters);
    expect(algorithm.microsPerTick).toBe(parameters[0]);
    expect(algorithm.limit).toBe(parameters[1]);
    expect(algorithm.windowMs).toBe(windowMs);
  });

  it.each<AlgorithmOptions>([
    { algorithm: "fixed-window", limit: 5, windowMs: 0.0005 },
    { algorithm: "fixed-window", limit: 5, windowMs: 1.0001 },
    { algorithm: "fixed-window", limit: 5, windowMs: 1e300 },
    { algorithm: "fixed-window", limit: 5, windowMs: 2 ** 42 + 0.125 },
    { algorithm: "sliding-window-log", limit: 2 ** 20 + 1, windowMs: dayMs },
    { algorithm: "sliding-window-counter", limit: 5, windowMs: 1_000, buckets: 7 },
    { algorithm: "sliding-window-counter", limit: 2 ** 50, windowMs: 1_000.001 },
    { algorithm: "token-bucket", capacity: 2 ** 40, refill: 1, refillMs: 1_000.001 },
    { algorithm: "token-bucket", capacity: 2 ** 40, refill: 1, refillMs: dayMs, refillMode: "interval" },
    { algorithm: "gcra", burst: 2 ** 40, refill: 1, refillMs: 30 * dayMs },
    { algorithm: "leaky-bucket", capacity: 2 ** 52 - 1, refill: 999_983, refillMs: 1_000 },
  ])("of %j do not exist: it is too fine", (options) => {
    expect(() => algorithmOf(options)).toThrow(expect.objectContaining({ code: "POLICY_TOO_FINE" }));
  });

  it("have at most as many log entries as ticks", () => {
    expect(algorithmOf({ algorithm: "sliding-window-log", limit: 2 ** 40, windowMs: 0.01 }).width).toBe(5 + 2 * 10);
  });
});
