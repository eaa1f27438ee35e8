import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atLimit, stayUntil, unitsUsed } from "../../src/algorithms/adopt.ts";
import { algorithmOf } from "../../src/algorithms/index.ts";
import { isSameButLimit } from "../../src/algorithms/is-same-but-limit.ts";
import type { AlgorithmOptions } from "../../src/policy-options.ts";
import { createKey } from "./key.ts";
import { calls, eras, largeOptions, smallOptions, timed } from "./traces.ts";

fc.configureGlobal({ seed: 20_260_706, numRuns: 600 });

const anyOptions = fc.oneof(smallOptions, largeOptions);
const era = fc.constantFrom(...eras);
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("a state at a limit that was lowered", () => {
  it("tells the exact wait, forgets nothing by a penalty, and lives as long as before", () => {
    fc.assert(
      fc.property(anyOptions, era, calls, share, (options, from, list, part) => {
        const key = createKey(options);
        const trace = timed(options, from, list);
        for (const { now, cost } of trace) key.take(now, cost);
        const now = trace.at(-1)?.now ?? 0;
        const lower = atLimit(key.algorithm, Math.max(1, Math.floor(part * key.algorithm.limit)));
        const { state, at } = key;
        expect(lower.life(state, at, now)).toBe(key.life(now));
        expect(lower.remaining(state, at, now)).toBe(
          Math.max(0, lower.limit - (key.algorithm.limit - key.remaining(now))),
        );
        const left = key.remaining(now);
        const [penalized, taken] = [key.copy(), key.copy()];
        lower.penalize(penalized.state, at, now, 1);
        expect(penalized.remaining(now)).toBeLessThanOrEqual(left);
        const wait = lower.wait(state, at, now, 1);
        expect(lower.take(taken.state, at, now, 1)).toBe(wait);
        if (wait === 0) return;
        expect(lower.wait(state, at, now + wait - 1, 1)).toBe(1);
        expect(lower.take(state, at, now + wait, 1)).toBe(0);
      }),
    );
  });
});

describe("what is taken by another quota", () => {
  const tokens = (capacity: number, refill: number): AlgorithmOptions => ({
    algorithm: "token-bucket",
    capacity,
    refill,
    refillMs: 1_000,
  });
  const fixed = (limit: number, windowMs: number): AlgorithmOptions => ({ algorithm: "fixed-window", limit, windowMs });

  /** Until when the counter stays if `used` units were taken under one quota, now, and one under the other. */
  function changed(one: AlgorithmOptions, other: AlgorithmOptions, used: number, until = 0): number {
    const to = algorithmOf(other);
    const { algorithm, state, take } = createKey(one);
    take(10_000_000, used);
    const counter = { algorithm: atLimit(algorithm, to.limit), numbers: state, at: 0 };
    expect(unitsUsed(counter, 10_000_000)).toBe(used);
    return stayUntil(counter, to, 10_000_000, used + 1, until);
  }

  it("makes the counter that of the quota that asks, if that keeps use longer", () => {
    expect(changed(tokens(10, 2), tokens(10, 1), 4)).toBe(0);
    expect(changed(fixed(10, 1_000), fixed(20, 60_000), 4)).toBe(0);
  });

  it("is counted by the old quota until what was used has come back there, if that keeps it as long or longer", () => {
    expect(changed(tokens(10, 1), tokens(10, 2), 4)).toBe(14_000_000);
    expect(changed(fixed(10, 60_000), fixed(20, 1_000), 4)).toBe(60_000_000);
    expect(changed(tokens(10, 1), { algorithm: "leaky-bucket", capacity: 10, refill: 1, refillMs: 1_000 }, 4)).toBe(
      14_000_000,
    );
  });

  it("makes the counter that of the quota that asks, once that is over", () => {
    expect(changed(tokens(10, 1), tokens(10, 2), 4, 10_000_001)).toBe(10_000_001);
    expect(changed(tokens(10, 1), tokens(10, 2), 4, 10_000_000)).toBe(0);
  });

  it("does not make a log longer than any that is accepted where it is kept", () => {
    const log = { algorithm: "sliding-window-log", limit: 10, windowMs: 60_000 } as const;
    expect(changed(log, fixed(2_000, 1_000), 4)).toBe(70_000_000);
    expect(changed(log, fixed(2_001, 1_000), 4)).toBe(0);
  });
});

it("quotas of one kind differ in nothing but the limit", () => {
  const one = algorithmOf({ algorithm: "gcra", burst: 5, refill: 3, refillMs: 1_000 });
  const others: readonly AlgorithmOptions[] = [
    { algorithm: "gcra", burst: 7, refill: 3, refillMs: 1_000 },
    { algorithm: "gcra", burst: 5, refill: 4, refillMs: 1_000 },
    { algorithm: "leaky-bucket", capacity: 5, refill: 3, refillMs: 1_000 },
    { algorithm: "token-bucket", capacity: 5, refill: 3, refillMs: 1_000, refillMode: "interval" },
  ];
  expect(others.map((other) => isSameButLimit(one, algorithmOf(other)))).toEqual([true, false, false, false]);
});
