import { describe, expect, it } from "vitest";
import type { AlgorithmOptions } from "../../src/policy-options.ts";
import { createKey } from "./key.ts";
import { mostIn } from "./search.ts";

/** Far enough from 0 that the fresh state is long ago, and a boundary of every window and bucket used here. */
const from = 2_520;
const micros = (ticks: number) => ticks / 1_000;

function mostOf(options: AlgorithmOptions, before: number, span: number): number {
  return mostIn(createKey(options), from, before, span);
}

describe("what every algorithm lets through at most, found by trying everything", () => {
  it.each([
    [1, 4],
    [3, 4],
    [3, 2],
    [2, 7],
  ])("fixed-window: 2 x %i in any %i ticks, one less where a request begins the window", (limit, window) => {
    const options = { algorithm: "fixed-window", limit, windowMs: micros(window) } as const;
    expect(mostOf(options, 2 * window, window)).toBe(2 * limit);
    expect(mostOf(options, 2 * window, window + 1)).toBe(2 * limit);
    const begun = { ...options, alignment: "first-request" } as const;
    expect(mostOf(begun, 2 * window, window)).toBe(2 * limit - 1);
    expect(mostOf(begun, 2 * window, window + 1)).toBe(2 * limit);
  });

  it.each([
    [1, 4],
    [3, 4],
    [2, 6],
  ])("sliding-window-log: %i in any %i ticks", (limit, window) => {
    const options = { algorithm: "sliding-window-log", limit, windowMs: micros(window) } as const;
    expect(mostOf(options, window + 2, window)).toBe(limit);
    expect(mostOf(options, window + 2, window + 1)).toBe(2 * limit);
  });

  it.each([
    { limit: 4, bucket: 4, buckets: 1 },
    { limit: 3, bucket: 7, buckets: 1 },
    { limit: 7, bucket: 5, buckets: 1 },
    { limit: 5, bucket: 1, buckets: 4 },
    { limit: 5, bucket: 2, buckets: 3 },
    { limit: 4, bucket: 3, buckets: 2 },
    { limit: 3, bucket: 4, buckets: 3 },
    { limit: 2, bucket: 5, buckets: 3 },
  ])(
    "sliding-window-counter: less than 2 x $limit in any $buckets buckets of $bucket ticks",
    ({ limit, bucket, buckets }) => {
      const windowMs = micros(bucket * buckets);
      const options = { algorithm: "sliding-window-counter", limit, windowMs, buckets } as const;
      const most = limit + Math.max(0, Math.floor((limit * (bucket - 2)) / bucket));
      const before = bucket * (buckets + 1);
      expect(mostOf(options, before, bucket * buckets)).toBe(most);
      expect(mostOf(options, before, bucket * (buckets - 1) + 1)).toBe(limit);
    },
  );

  it.each([
    { limit: 3, refill: 1, period: 4 },
    { limit: 2, refill: 2, period: 3 },
    { limit: 4, refill: 3, period: 7 },
    { limit: 1, refill: 5, period: 2 },
  ])("token-bucket, leaky-bucket, gcra: $limit and what comes back at $refill in $period ticks", (row) => {
    const rate = { refill: row.refill, refillMs: micros(row.period) };
    for (const span of [1, 2, row.period, 9]) {
      const most = row.limit + Math.floor(((span - 1) * row.refill) / row.period);
      // One unit a tick at most can be asked for in a bucket of one.
      const expected = Math.min(most, row.limit * span);
      expect(mostOf({ algorithm: "token-bucket", capacity: row.limit, ...rate }, 6, span)).toBe(expected);
      expect(mostOf({ algorithm: "leaky-bucket", capacity: row.limit, ...rate }, 6, span)).toBe(expected);
      expect(mostOf({ algorithm: "gcra", burst: row.limit, ...rate }, 6, span)).toBe(expected);
    }
  });

  it.each([
    { limit: 3, refill: 1, period: 4 },
    { limit: 2, refill: 2, period: 3 },
    { limit: 4, refill: 3, period: 3 },
    { limit: 2, refill: 5, period: 4 },
    { limit: 1, refill: 1, period: 3 },
  ])(
    "token-bucket at intervals: about $limit and every refill of $refill in $period ticks",
    ({ limit, refill, period }) => {
      const options = {
        algorithm: "token-bucket",
        refillMode: "interval",
        capacity: limit,
        refill,
        refillMs: micros(period),
      } as const;
      for (const span of [1, 2, period, period + 1, 2 * period, 2 * period + 2]) {
        const periods = (span - 1) / period;
        const each = Math.min(refill, limit);
        const most = Math.max(limit + each * Math.floor(periods), limit - 1 + each * Math.ceil(periods));
        expect(mostOf(options, 3 * period, span)).toBe(most);
      }
    },
  );
});
