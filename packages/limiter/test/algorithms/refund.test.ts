import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AlgorithmOptions } from "../../src/policy-options.ts";
import { createKey, type Key } from "./key.ts";
import { calls, eras, largeOptions, smallOptions, timed, type Timed } from "./traces.ts";

fc.configureGlobal({ seed: 20_260_705, numRuns: 600 });

const anyOptions = fc.oneof({ weight: 2, arbitrary: smallOptions }, largeOptions);
const era = fc.constantFrom(...eras);
/** Which of the accepted requests is refunded, how much later, and which part of it. */
const plan = fc.record({
  which: fc.nat({ max: 12 }),
  later: fc.nat({ max: 6 }),
  share: fc.oneof(fc.constant(1), fc.double({ min: 0.1, max: 1, noNaN: true })),
});

/** Where the schedule begins with a request, the request that began it cannot be thought away. */
const isScheduled = (options: AlgorithmOptions) =>
  ("alignment" in options && options.alignment === "first-request") ||
  ("refillMode" in options && options.refillMode === "interval");

describe("a refund", () => {
  it("made at once gives back all of it, and the counter is as before", () => {
    fc.assert(
      fc.property(anyOptions, era, calls, (options, from, list) => {
        const key = createKey(options);
        for (const { now, cost } of timed(options, from, list)) {
          const before = key.remaining(now);
          if (key.take(now, cost) > 0) continue;
          expect(key.refund(now, cost, now)).toBe(cost);
          expect(key.remaining(now)).toBe(before);
          key.take(now, cost);
        }
      }),
    );
  });

  it("leaves no more than there were if the request had never been", () => {
    fc.assert(
      fc.property(
        anyOptions.filter((options) => !isScheduled(options)),
        era,
        calls,
        plan,
        (options, from, list, { which, later, share }) => {
          const trace = timed(options, from, list);
          const [refunded, without] = [createKey(options), createKey(options)];
          const accepted = runBoth(refunded, without, { trace, which, later, share });
          expect(accepted).toBeGreaterThan(0);
        },
      ),
    );
  });

  it("admits, what was given back not counted, no more than the worst case in any window", () => {
    fc.assert(
      fc.property(smallOptions.filter(hasWholeUnits), era, calls, fc.array(plan), (options, from, list, plans) => {
        const key = createKey(options);
        const { most, span } = worstCase(options);
        const taken: { at: number; units: number }[] = [];
        for (const [i, { now, cost }] of timed(options, from, list).entries()) {
          if (key.take(now, cost) === 0) taken.push({ at: now, units: cost });
          const back = taken[(plans[i]?.which ?? taken.length) % 5];
          if (back !== undefined) back.units -= key.refund(now, back.units, back.at);
        }
        for (const { at } of taken) {
          const within = taken.filter((one) => one.at >= at && one.at < at + span);
          expect(within.reduce((sum, { units }) => sum + units, 0)).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it("gives nothing back that time has given back, nor more than is missing", () => {
    const bucket = createKey({ algorithm: "token-bucket", capacity: 10, refillPerSecond: 1 });
    expect(bucket.take(0, 4)).toBe(0);
    expect(bucket.copy().refund(4_000_000, 4, 0)).toBe(0);
    expect(bucket.copy().refund(3_000_000, 4, 0)).toBe(1);
    const other = bucket.copy();
    expect(other.take(2_000_000, 3)).toBe(0);
    // Two of the four have come back; the three of the other request stay missing.
    expect(other.refund(2_000_000, 4, 0)).toBe(2);
    expect(other.remaining(2_000_000)).toBe(7);
    // After a reset there is nothing missing that an old request could get back.
    const reset = createKey({ algorithm: "gcra", burst: 10, refillPerSecond: 1 });
    expect(reset.refund(1_000_000, 4, 999_999)).toBe(0);
  });

  it("of everything lets the schedule begin with the next request", () => {
    const bucket = createKey({
      algorithm: "token-bucket",
      capacity: 5,
      refill: 5,
      refillMs: 1,
      refillMode: "interval",
    });
    const window = createKey({ algorithm: "fixed-window", limit: 5, windowMs: 1, alignment: "first-request" });
    for (const key of [bucket, window]) {
      key.take(10_000, 2);
      expect(key.refund(10_100, 2, 10_000)).toBe(2);
      expect(key.take(10_600, 5)).toBe(0);
      expect(key.wait(10_600, 1)).toBe(1_000);
    }
  });

  it("of everything opens no second window to a clock that is set back", () => {
    const key = createKey({ algorithm: "fixed-window", limit: 5, windowMs: 1 });
    key.take(10_500, 3);
    expect(key.refund(10_700, 3, 10_500)).toBe(3);
    expect(key.take(10_600, 5)).toBe(0);
    expect(key.remaining(10_999)).toBe(0);
  });

  it("finds nothing where the window, bucket or entry counts no longer", () => {
    const window = { limit: 5, windowMs: 1 };
    const all: readonly AlgorithmOptions[] = [
      { algorithm: "fixed-window", ...window },
      { algorithm: "fixed-window", alignment: "first-request", ...window },
      { algorithm: "sliding-window-log", ...window },
      { algorithm: "sliding-window-counter", ...window },
      { algorithm: "sliding-window-counter", buckets: 4, ...window },
      { algorithm: "token-bucket", capacity: 5, refill: 5, refillMs: 1, refillMode: "interval" },
    ];
    for (const options of all) {
      const key = createKey(options);
      key.take(10_000, 5);
      key.take(12_000, 5);
      expect(key.refund(12_000, 5, 10_000)).toBe(0);
      expect(key.refund(12_000, 5, 11_999)).toBe(0);
      expect(key.refund(12_000, 9, 12_000)).toBe(5);
    }
  });
});

type Run = { readonly trace: readonly Timed[]; readonly which: number; readonly later: number; readonly share: number };

/** @returns The number of requests that were accepted. */
function runBoth(refunded: Key, without: Key, { trace, which, later, share }: Run): number {
  let accepted = 0;
  let due: { units: number; takenAt: number; in: number } | undefined;
  for (const { now, cost } of trace) {
    if (due !== undefined && due.in-- === 0) refunded.refund(now, due.units, due.takenAt);
    const isAfter = due !== undefined && due.in < 0;
    if (isAfter) expect(refunded.remaining(now)).toBeLessThanOrEqual(without.remaining(now));
    if (refunded.take(now, cost) > 0) continue;
    const isRefunded = accepted++ === which;
    const units = isRefunded ? Math.max(1, Math.floor(cost * share)) : 0;
    if (isRefunded) due = { units, takenAt: now, in: later };
    if (cost > units) expect(without.take(now, cost - units)).toBe(0);
    if (isAfter) expect(refunded.remaining(now)).toBeLessThanOrEqual(without.remaining(now));
  }
  return accepted;
}

/** Others give back parts of units; they are compared with a run without the request. */
function hasWholeUnits(options: AlgorithmOptions): boolean {
  return "windowMs" in options || isScheduled(options);
}

function worstCase(options: AlgorithmOptions): { readonly most: number; readonly span: number } {
  if (!("windowMs" in options)) {
    const [limit, refill] = [options.algorithm === "gcra" ? options.burst : options.capacity, options.refill ?? 0];
    const period = Math.round((options.refillMs ?? 0) * 1_000);
    const span = 2 * period;
    return { most: limit + Math.min(refill, limit) * Math.ceil((span - 1) / period), span };
  }
  const { limit } = options;
  const span = Math.round(options.windowMs * 1_000);
  if (options.algorithm === "fixed-window") return { most: 2 * limit, span };
  if (options.algorithm === "sliding-window-log") return { most: limit, span };
  const bucket = span / (options.buckets ?? 1);
  return { most: limit + Math.max(0, Math.floor((limit * (bucket - 2)) / bucket)), span };
}
