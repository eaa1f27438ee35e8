import { describe, expect, it } from "vitest";
import type { AlgorithmOptions } from "../../src/policy-options.ts";
import { createKey } from "./key.ts";
import { clock } from "./vectors.ts";

const bucket: AlgorithmOptions = {
  algorithm: "token-bucket",
  capacity: clock.capacity,
  refillPerSecond: clock.refill_per_second,
};
const ticksPerMs = 1_000;
const ticksPerUnit = 1_000_000 / clock.refill_per_second;

describe("a clock that steps back", () => {
  it.each(clock.cases)("refills and keeps what it should: $case", (row) => {
    const key = createKey(bucket);
    key.penalize(row.stored_last_ms * ticksPerMs, clock.capacity);
    const refilled = Math.min(clock.capacity, Math.floor((row.refill_ms * ticksPerMs) / ticksPerUnit));
    const now = row.now_ms * ticksPerMs;
    expect(key.remaining(now)).toBe(refilled);
    if (refilled > 0) expect(key.take(now, refilled)).toBe(0);
    expect(key.take(now, 1)).toBeGreaterThan(0);
    expect(key.numbers()[1]).toBe(row.effective_now_ms * ticksPerMs);
  });

  it("keeps the newest time, not the clock's, though it refuses", () => {
    const key = createKey(bucket);
    key.penalize(10_000 * ticksPerMs, clock.capacity);
    for (const { now_ms, allowed, calls = 1, allowed_calls } of clock.sequence.steps) {
      const expected = allowed_calls ?? (allowed === true ? calls : 0);
      const passed = Array.from({ length: calls }, () => key.take(now_ms * ticksPerMs, 1)).filter((wait) => wait === 0);
      expect(passed, `${now_ms} ms`).toHaveLength(expected);
    }
  });

  const all: readonly AlgorithmOptions[] = [
    bucket,
    { algorithm: "token-bucket", capacity: 5, refillPerSecond: 5, refillMode: "interval" },
    { algorithm: "leaky-bucket", capacity: 5, refillPerSecond: 5 },
    { algorithm: "gcra", burst: 5, refillPerSecond: 5 },
    { algorithm: "fixed-window", limit: 5, windowMs: 1_000 },
    { algorithm: "fixed-window", limit: 5, windowMs: 1_000, alignment: "first-request" },
    { algorithm: "sliding-window-log", limit: 5, windowMs: 1_000 },
    { algorithm: "sliding-window-counter", limit: 5, windowMs: 1_000 },
    { algorithm: "sliding-window-counter", limit: 5, windowMs: 1_000, buckets: 4 },
  ];

  it.each(all)("gives nothing back by stepping to and fro: $algorithm $refillMode $alignment $buckets", (options) => {
    const key = createKey(options);
    const now = 100_000 * ticksPerMs;
    key.take(now, key.algorithm.limit);
    for (const stepped of [now - 3_000_000, now - 1, now - 700_000, now, now - 3_000_000, now]) {
      expect(key.remaining(stepped)).toBe(0);
      const wait = key.wait(stepped, 1);
      expect(wait).toBe(key.wait(now, 1) + now - stepped);
      expect(key.take(stepped, 1)).toBe(wait);
    }
  });

  it.each(all.filter(({ algorithm }) => algorithm.startsWith("sliding")))(
    "keeps the newest time of a refusal too: $algorithm $buckets",
    (options) => {
      const key = createKey(options);
      const now = 100_000 * ticksPerMs;
      key.take(now, 3);
      expect(key.take(now + 2_000, 5)).toBeGreaterThan(0);
      key.take(now + 1_000_000, 5);
      const newest = key.numbers()[0];
      key.take(now + 500_000, 1);
      expect(key.numbers()[0]).toBe(newest);
    },
  );

  it("is taken for the beginning of the newest bucket, where an older one was meant", () => {
    const key = createKey({ algorithm: "sliding-window-counter", limit: 4, windowMs: 1_000 });
    key.take(10_500_000, 2);
    key.take(11_500_000, 1);
    expect(key.remaining(10_900_000)).toBe(1);
    expect(key.take(10_900_000, 1)).toBe(0);
    expect(key.remaining(10_900_000)).toBe(0);
    expect(key.remaining(11_500_000)).toBe(1);
  });
});
