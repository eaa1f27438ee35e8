import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { algorithmOf } from "../../src/algorithms/index.ts";
import type { AlgorithmOptions } from "../../src/policy-options.ts";
import { createModel } from "./exact-model.ts";
import { createKey, createRow, type Key } from "./key.ts";
import { calls, eras, largeOptions, smallOptions, timed, unsteadyCalls, yearMicros, type Timed } from "./traces.ts";

fc.configureGlobal({ seed: 20_260_704, numRuns: 600 });

const anyOptions = fc.oneof({ weight: 2, arbitrary: smallOptions }, largeOptions);
/** A full row of a long log is megabytes. */
const narrowOptions = anyOptions.filter((options) => algorithmOf(options).width < 1_000);
const era = fc.constantFrom(...eras);

/** Exact, whole, below 2^53, and changed by nothing but what takes. */
function look<Answer>(key: Key, ask: () => Answer): Answer {
  const before = key.numbers();
  const answer = ask();
  expect(key.numbers()).toEqual(before);
  return answer;
}

function expectWhole(key: Key): void {
  for (const number of key.numbers()) expect(Number.isSafeInteger(number) && number >= 0, `${number}`).toBe(true);
}

/** @returns The number of calls compared. */
function follow(options: AlgorithmOptions, trace: readonly Timed[], create: typeof createKey): number {
  const key = create(options);
  const model = createModel(options, key.algorithm.microsPerTick);
  for (const [i, { now, cost }] of trace.entries()) {
    const what = `call ${i}`;
    expect(
      look(key, () => key.remaining(now)),
      what,
    ).toBe(model.remaining(now));
    expect(
      look(key, () => key.wait(now, cost)),
      what,
    ).toBe(model.wait(now, cost));
    // Every seventh is not asked.
    if (i % 7 === 6) {
      const units = cost * 2;
      key.penalize(now, units);
      model.penalize(now, units);
    } else {
      expect(key.take(now, cost), what).toBe(model.take(now, cost));
    }
    expectWhole(key);
  }
  return trace.length;
}

describe("every algorithm", () => {
  it("answers like its definition in exact arithmetic, in an array of its own", () => {
    fc.assert(
      fc.property(anyOptions, era, calls, (options, from, list) => {
        expect(follow(options, timed(options, from, list), createKey)).toBe(list.length);
      }),
    );
  });

  it("answers like its definition when the clock is set back, in a row of a slab", () => {
    fc.assert(
      fc.property(narrowOptions, era, unsteadyCalls, (options, from, list) => {
        expect(follow(options, timed(options, from, list), createRow)).toBe(list.length);
      }),
    );
  });

  it("answers like its definition after a hundred idle years", () => {
    fc.assert(
      fc.property(anyOptions, era, calls, calls, (options, from, list, later) => {
        const trace = [...timed(options, from, list), ...timed(options, from + 100 * yearMicros, later)];
        expect(follow(options, trace, createKey)).toBe(list.length + later.length);
      }),
      { numRuns: 300 },
    );
  });

  it("admits whoever waits as long as it said, and nobody who waits one tick less", () => {
    fc.assert(
      fc.property(anyOptions, era, unsteadyCalls, (options, from, list) => {
        const key = createKey(options);
        for (const { now, cost } of timed(options, from, list)) {
          const wait = key.take(now, cost);
          if (wait === 0) continue;
          expect(key.copy().take(now + wait - 1, cost)).toBe(1);
          expect(key.copy().take(now + wait, cost)).toBe(0);
        }
      }),
    );
  });

  it("is as fresh when its life is over, and not a tick before", () => {
    fc.assert(
      fc.property(anyOptions, era, calls, calls, (options, from, list, later) => {
        const key = createKey(options);
        const trace = timed(options, from, list);
        for (const { now, cost } of trace) key.take(now, cost);
        const now = trace.at(-1)?.now ?? 0;
        const life = look(key, () => key.life(now));
        expect(life).toBeGreaterThan(0);
        expect(key.life(now + life - 1)).toBe(1);
        expect(key.life(now + life)).toBe(0);
        const fresh = createKey(options);
        const shift = now + life - (timed(options, from, later)[0]?.now ?? 0);
        for (const call of timed(options, from, later)) {
          expect(key.remaining(call.now + shift)).toBe(fresh.remaining(call.now + shift));
          expect(key.take(call.now + shift, call.cost)).toBe(fresh.take(call.now + shift, call.cost));
        }
      }),
    );
  });

  it("refuses everything at limit 0 and stays as it was", () => {
    const none: readonly AlgorithmOptions[] = [
      { algorithm: "fixed-window", limit: 0, windowMs: 1 },
      { algorithm: "sliding-window-log", limit: 0, windowMs: 1 },
      { algorithm: "sliding-window-counter", limit: 0, windowMs: 1, buckets: 2 },
    ];
    for (const options of none) {
      const key = createRow(options);
      for (const now of [0, 1, 999, 1_000, 5_000_000]) {
        expect(key.take(now, 1)).toBeGreaterThan(0);
        expect(key.wait(now, 1)).toBeGreaterThan(0);
        expect(key.remaining(now)).toBe(0);
        expect(key.life(now)).toBe(0);
        key.penalize(now, 5);
      }
      expect(key.remaining(5_000_001)).toBe(0);
    }
  });
});
