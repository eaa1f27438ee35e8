import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Policy } from "../../src/policy.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { samplePolicy, samples } from "../../src/testing/sample-policies.ts";

const windowMicros = 1_000_000;
const high = 7;
const start = 2_222_222_222_222_222;

/** What may pass by the higher limit alone in an interval of so many microseconds, by the name of the sample. */
const bounds: Readonly<Record<string, (micros: number) => number>> = {
  "fixed-window": (micros) => high * (1 + Math.ceil((micros - 1) / windowMicros)),
  "fixed-window from the first request": (micros) => high * (1 + Math.ceil((micros - 1) / windowMicros)),
  "sliding-window-log": (micros) => high * Math.ceil(micros / windowMicros),
  "sliding-window-counter": (micros) => 2 * high * Math.ceil(micros / windowMicros),
  "sliding-window-counter of 5 buckets": (micros) => high * Math.ceil(micros / (0.8 * windowMicros)),
  "token-bucket by intervals": (micros) => high * (1 + Math.ceil((micros - 1) / windowMicros)),
};
const steady = (micros: number) => high + Math.floor(((micros - 1) * high) / windowMicros);

const step = fc.record({
  limit: fc.constantFrom(0, 1, 3, high, high),
  pause: fc.constantFrom(0, 1, 90_000, 142_857, 333_333, 700_000, 999_999),
  cost: fc.integer({ min: 1, max: high }),
  verb: fc.constantFrom("charge", "charge", "charge", "charge", "penalize", "block", "peek"),
});

describe.each(samples.map((sample) => [sample.name, sample] as const))(
  "a limit that goes down and up: %s",
  (name, sample) => {
    it("admits no more than the higher one alone may", async () => {
      const policies = new Map<number, Policy>();
      for (const limit of [0, 1, 3, high]) {
        if (limit > 0 || "limit" in sample.options(1, 1)) policies.set(limit, samplePolicy(sample, limit, 1_000));
      }
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          let now = start;
          const store = memoryStore({ clock: () => now });
          const passed: { readonly at: number; readonly units: number }[] = [];
          for (const { limit, pause, cost, verb } of steps) {
            const policy = policies.get(limit);
            if (policy === undefined) continue;
            now += pause;
            const charge = { policy, key: ["a"], cost: Math.max(1, Math.min(cost, limit)) };
            if (verb === "block") for (const durationMs of [1, 0]) await store.block([charge], durationMs);
            else if (verb === "penalize") await store.penalize([charge]);
            else if (limit > 0 && store[`${verb}Now`]([charge]).verdicts[0]?.allowed === true && verb === "charge") {
              passed.push({ at: now, units: charge.cost });
            }
          }
          const bound = bounds[name] ?? steady;
          for (const [from, first] of passed.entries()) {
            let units = 0;
            for (const { at, units: more } of passed.slice(from)) {
              units += more;
              expect(units).toBeLessThanOrEqual(bound(at - first.at + 1));
            }
          }
          await store.close();
        }),
        { seed: 20_261_130, numRuns: 500 },
      );
    });
  },
);
