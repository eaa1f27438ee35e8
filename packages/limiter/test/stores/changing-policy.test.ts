import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import type { AlgorithmOptions } from "../../src/policy-options.ts";
import type { Policy } from "../../src/policy.ts";
import type { SyncStore, Verdict } from "../../src/store.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { samplePolicy, sampleAt, samples } from "../../src/testing/sample-policies.ts";

const start = 2_222_222_222_222_222;

/** A store on a clock of its own, asked about one key. */
function openMemory() {
  let now = start;
  const store: SyncStore = memoryStore({ clock: () => now });
  return {
    store,
    now: () => now,
    pass: (ms: number) => void (now += ms * 1_000),
    take(policy: Policy, cost = 1): Verdict {
      const [verdict] = store.chargeNow([{ policy, key: ["a"], cost }]).verdicts;
      if (verdict === undefined) throw new Error("There is no verdict.");
      return verdict;
    },
  };
}

const api = (options: AlgorithmOptions) => compilePolicy({ name: "api", by: ["client"], ...options });

describe("when a limit is lowered", () => {
  const minute = 60_000;
  it.each<readonly [string, (limit: number) => AlgorithmOptions, pauseMs: number, waitMs: number]>([
    ["token-bucket", (capacity) => ({ algorithm: "token-bucket", capacity, refillPerSecond: 1 }), 0, 6_000],
    ["leaky-bucket", (capacity) => ({ algorithm: "leaky-bucket", capacity, refillPerSecond: 1 }), 0, 6_000],
    ["gcra", (burst) => ({ algorithm: "gcra", burst, refillPerSecond: 1 }), 0, 6_000],
    [
      "fixed-window",
      (limit) => ({ algorithm: "fixed-window", limit, windowMs: minute, alignment: "first-request" }),
      30_000,
      30_000,
    ],
    ["sliding-window-log", (limit) => ({ algorithm: "sliding-window-log", limit, windowMs: minute }), 30_000, 30_000],
  ])("the wait of a %s is that of what was used, each time it is asked", (_, options, pauseMs, waitMs) => {
    const { take, pass } = openMemory();
    take(api(options(10)), 10);
    pass(pauseMs);
    for (let left = waitMs; left > 0; left -= 1_000) {
      expect(take(api(options(5)))).toMatchObject({ allowed: false, retryAfterMs: left, remaining: 0 });
      pass(1_000);
    }
    expect(take(api(options(5))).allowed).toBe(true);
  });
});

describe("two releases by turns", () => {
  it.each(samples.map((sample) => [sample.name, sample] as const))(
    "refuse nobody who asks less than both allow: %s",
    (_, sample) => {
      const { take, pass } = openMemory();
      const policies = [100, 120].map((limit) => samplePolicy(sample, limit, 60_000));
      for (let turn = 0; turn < 500; turn += 1) {
        for (const policy of policies.slice(turn % 2, (turn % 2) + 1))
          expect(take(policy).allowed, `${turn}`).toBe(true);
        pass(700);
      }
    },
  );

  it.each(samples.map((sample) => [sample.name, sample] as const))(
    "free nothing of a day's limit, however short the window of the other: %s",
    (_, sample) => {
      const { take, pass } = openMemory();
      const [daily, brief] = [samplePolicy(sample, 100, 86_400_000), samplePolicy(sample, 110, 1_000)];
      let passed = 0;
      for (let turn = 0; turn < 50; turn += 1) {
        while (take(daily).allowed) passed += 1;
        take(brief);
        pass(1_000);
      }
      expect(passed).toBeGreaterThanOrEqual(100);
      expect(passed).toBeLessThanOrEqual(101);
    },
  );
});

type Drawn = { readonly sample: number; readonly limit: number; readonly windowMs: number };

/** What a quota lets pass at most in an interval of so many microseconds if that much may be used at once. */
function boundOf({ sample, limit, windowMs }: Drawn, most: number, micros: number): number {
  const { name } = sampleAt(sample);
  const windowMicros = windowMs * 1_000;
  if (name.includes("intervals")) return most + limit * Math.ceil((micros - 1) / windowMicros);
  if (name.startsWith("fixed-window")) return most * (1 + Math.ceil((micros - 1) / windowMicros));
  if (name === "sliding-window-log") return most * Math.ceil(micros / windowMicros);
  if (name === "sliding-window-counter") return 2 * most * Math.ceil(micros / windowMicros);
  if (name.startsWith("sliding-window-counter")) return most * Math.ceil(micros / (0.8 * windowMicros));
  return most + Math.floor(((micros - 1) * limit) / windowMicros);
}

const quota = fc.record({
  sample: fc.nat({ max: samples.length - 1 }),
  limit: fc.integer({ min: 1, max: 9 }),
  windowMs: fc.constantFrom(500, 1_000, 1_001, 3_000, 20_000),
});
type Step = { readonly isFirst: boolean; readonly pause: number; readonly share: number };
const step = fc.record({
  isFirst: fc.boolean(),
  pause: fc.constantFrom(0, 0.001, 7, 90, 142.857, 333.333, 700, 999.999, 4_000),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});
type Pair = readonly [Drawn, Drawn];
const pair = fc.tuple(quota, quota);
const trace = fc.array(step, { maxLength: 40 });
const policyOf = ({ sample, limit, windowMs }: Drawn) =>
  samplePolicy(sampleAt(sample), limit, windowMs, { name: "changing" });

fc.configureGlobal({ seed: 20_261_130, numRuns: 1_500 });

describe("any two quotas by turns", () => {
  it("admit after the wait that was told, and not a millisecond sooner, whoever asked in between in vain", () => {
    fc.assert(
      fc.property(pair, fc.array(step, { maxLength: 20 }), (quotas, steps) => {
        const { take, pass, store } = openMemory();
        const policies = quotas.map(policyOf);
        for (const { isFirst, pause, share } of steps) {
          pass(pause);
          const policy = policies[isFirst ? 0 : 1];
          if (policy !== undefined) take(policy, Math.max(1, Math.ceil(share * policy.algorithm.limit)));
        }
        const [asked, other] = policies;
        if (asked === undefined || other === undefined) return;
        const { allowed, retryAfterMs } = take(asked);
        if (allowed) return;
        pass(retryAfterMs - 1);
        const ask = (policy: Policy) => store.peekNow([{ policy, key: ["a"], cost: 1 }]).verdicts[0]?.allowed;
        if (ask(other) === false) take(other);
        expect(take(asked).allowed).toBe(false);
        pass(1);
        expect(take(asked).allowed).toBe(true);
      }),
    );
  });

  it("admit no more than either alone might with the larger limit, in any interval", () => {
    fc.assert(
      fc.property(pair, trace, (quotas, steps) => {
        const most = Math.max(...quotas.map(({ limit }) => limit));
        expect(overrun(quotas, steps, () => most)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it("admit no more than one of them alone might, if they differ in the limit or the rate", () => {
    const sameWindow = pair.map(([one, { limit }]): Pair => [one, { ...one, limit }]);
    fc.assert(
      fc.property(sameWindow, trace, (quotas, steps) => {
        expect(overrun(quotas, steps, ({ limit }) => limit)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

/**
 * By how much more passes in some interval than by the larger of two bounds; 0 or less: never more.
 *
 * @param mostOf What may be used at once by a quota.
 */
function overrun(quotas: Pair, steps: readonly Step[], mostOf: (quota: Drawn) => number): number {
  const { take, pass, now } = openMemory();
  const policies = quotas.map(policyOf);
  const passed: { readonly at: number; readonly units: number }[] = [];
  for (const { isFirst, pause, share } of steps) {
    pass(pause);
    const policy = policies[isFirst ? 0 : 1];
    if (policy === undefined) continue;
    const units = Math.max(1, Math.ceil(share * policy.algorithm.limit));
    if (take(policy, units).allowed) passed.push({ at: now(), units });
  }
  let excess = 0;
  for (const [from, first] of passed.entries()) {
    let sum = 0;
    for (const { at, units } of passed.slice(from)) {
      sum += units;
      const bounds = quotas.map((drawn) => boundOf(drawn, mostOf(drawn), at - first.at + 1));
      excess = Math.max(excess, sum - Math.max(...bounds));
    }
  }
  return excess;
}
