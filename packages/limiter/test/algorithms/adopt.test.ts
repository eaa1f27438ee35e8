import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adopt } from "../../src/algorithms/adopt.ts";
import type { AlgorithmOptions } from "../../src/policy-options.ts";
import { createKey, createRow, type Key } from "./key.ts";
import { calls, eras, largeOptions, smallOptions, timed } from "./traces.ts";

fc.configureGlobal({ seed: 20_260_706, numRuns: 600 });

const anyOptions = fc.oneof(smallOptions, largeOptions);

function carry(from: Key, options: AlgorithmOptions, micros: number): Key {
  const to = createKey(options);
  adopt(from, to, micros);
  return to;
}

const remaining = (key: Key, micros: number) => key.remaining(Math.floor(micros / key.algorithm.microsPerTick));

describe("a counter carried to another quota", () => {
  it("has what was used charged, as far as the new quota reaches, and not a unit less", () => {
    fc.assert(
      fc.property(anyOptions, anyOptions, fc.constantFrom(...eras), calls, (options, other, era, list) => {
        const key = createKey(options);
        const trace = timed(options, era, list);
        for (const { now, cost } of trace) key.take(now, cost);
        const micros = (trace.at(-1)?.now ?? 0) * key.algorithm.microsPerTick;
        const before = key.numbers();
        const left = remaining(key, micros);
        const there = carry(key, other, micros);
        expect(key.numbers()).toEqual(before);
        const used = key.algorithm.limit - left;
        expect(remaining(there, micros)).toBe(Math.max(0, there.algorithm.limit - used));
        const back = carry(there, options, micros);
        expect(remaining(back, micros)).toBe(key.algorithm.limit - Math.min(used, there.algorithm.limit));
      }),
    );
  });

  it("counts a part of a unit as a whole one", () => {
    const from = createKey({ algorithm: "token-bucket", capacity: 10, refillPerSecond: 1 });
    from.take(5_000_000, 3);
    const to = createRow({ algorithm: "fixed-window", limit: 20, windowMs: 60_000 });
    adopt(from, to, 5_500_000);
    expect(remaining(to, 5_500_000)).toBe(17);
  });

  it("leaves a fresh counter fresh", () => {
    const from = createKey({ algorithm: "gcra", burst: 10, refillPerSecond: 7 });
    const to = createRow({ algorithm: "leaky-bucket", capacity: 3, refillPerSecond: 1 });
    adopt(from, to, 5_500_000);
    expect(to.numbers()).toEqual([0, 0]);
  });
});
