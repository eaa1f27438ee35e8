import * as fc from "fast-check";
import { algorithmOf } from "../../src/algorithms/index.ts";
import type { AlgorithmOptions, RateOptions } from "../../src/policy-options.ts";

export const yearMicros = 31_556_952_000_000;
/** 1970, 2024, 2040, 2100. */
export const eras = [0, 1_704_067_200_000_000, 2_208_988_800_000_000, 4_102_444_800_000_000] as const;

/** Tiny quotas, in which everything happens within a few ticks. */
export const smallOptions: fc.Arbitrary<AlgorithmOptions> = optionsFrom({
  limit: fc.integer({ min: 1, max: 6 }),
  windowMs: fc.integer({ min: 1, max: 40 }).map((micros) => micros / 1_000),
  refill: fc.integer({ min: 1, max: 7 }),
  buckets: fc.integer({ min: 1, max: 6 }),
});

/** Quotas as people write them, and some that nobody should. */
export const largeOptions: fc.Arbitrary<AlgorithmOptions> = optionsFrom({
  limit: fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.constantFrom(10_000, 99_991, 1_000_000)),
  windowMs: fc.constantFrom(0.06, 1, 7, 999.999, 1_000, 60_000, 3_600_000, 86_400_000, 2_592_000_000),
  refill: fc.oneof(fc.constantFrom(1, 3, 7, 1_000, 999_983, 1_000_000), fc.integer({ min: 1, max: 1_000 })),
  buckets: fc.constantFrom(1, 2, 3, 5, 6, 10, 60),
});

type Parts = {
  readonly limit: fc.Arbitrary<number>;
  readonly windowMs: fc.Arbitrary<number>;
  readonly refill: fc.Arbitrary<number>;
  readonly buckets: fc.Arbitrary<number>;
};

function optionsFrom({ limit, windowMs, refill, buckets }: Parts): fc.Arbitrary<AlgorithmOptions> {
  const rate: fc.Arbitrary<RateOptions> = fc.record({ refill, refillMs: windowMs });
  return fc
    .oneof<fc.Arbitrary<AlgorithmOptions>[]>(
      fc.record({
        algorithm: fc.constant("fixed-window"),
        limit,
        windowMs,
        alignment: fc.constantFrom("epoch", "first-request"),
      }),
      fc.record({ algorithm: fc.constant("sliding-window-log"), limit, windowMs }),
      fc
        .record({ algorithm: fc.constant("sliding-window-counter"), limit, windowMs, buckets })
        .map((options) => wholeBuckets(options)),
      fc
        .tuple(rate, limit, fc.constantFrom("continuous", "interval"))
        .map(([spec, capacity, refillMode]) => ({ algorithm: "token-bucket", capacity, refillMode, ...spec })),
      fc.tuple(rate, limit).map(([spec, capacity]) => ({ algorithm: "leaky-bucket", capacity, ...spec })),
      fc.tuple(rate, limit).map(([spec, burst]) => ({ algorithm: "gcra", burst, ...spec })),
    )
    .filter(isCountable);
}

function wholeBuckets<Options extends { readonly windowMs: number; readonly buckets: number }>(
  options: Options,
): Options {
  const micros = Math.round(options.windowMs * 1_000);
  return micros % options.buckets === 0 ? options : { ...options, windowMs: (micros * options.buckets) / 1_000 };
}

function isCountable(options: AlgorithmOptions): boolean {
  try {
    algorithmOf(options);
    return true;
  } catch {
    return false;
  }
}

/** One call: how the clock moves before it, in thousandths of the advertised window, and how much of the limit it asks. */
export type Call = { readonly move: number; readonly ticks: number; readonly share: number };

const forward = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 300 }) },
  { weight: 1, arbitrary: fc.integer({ min: 301, max: 2_500 }) },
);

export const calls = callsFrom(forward);
/** The clock is set back now and then. */
export const unsteadyCalls = callsFrom(fc.oneof({ weight: 5, arbitrary: forward }, fc.integer({ min: -600, max: -1 })));

function callsFrom(move: fc.Arbitrary<number>): fc.Arbitrary<Call[]> {
  return fc.array(
    fc.record({
      move,
      ticks: fc.integer({ min: -1, max: 2 }),
      share: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    }),
    { minLength: 1, maxLength: 30 },
  );
}

/** The last instant that is promised: 2201. */
const horizonMicros = 7_300_000_000_000_000;

export type Timed = { readonly now: number; readonly cost: number };

/** Calls at their ticks and with their costs, from an era on. */
export function timed(options: AlgorithmOptions, eraMicros: number, list: readonly Call[]): readonly Timed[] {
  const { limit, windowMs, microsPerTick } = algorithmOf(options);
  const span = Math.max(1, Math.round(spanMicros(options, windowMs) / microsPerTick));
  // A year in, so that a clock set back stays above 0.
  let now = Math.ceil((eraMicros + yearMicros) / microsPerTick);
  return list.map(({ move, ticks, share }) => {
    const step = Math.round((span * move) / 1_000) + (move > 0 ? ticks : 0);
    now = Math.min(now + (move >= 0 ? Math.max(0, step) : step), Math.floor(horizonMicros / microsPerTick));
    return { now, cost: Math.max(1, Math.ceil(share * limit)) };
  });
}

/** In a tiny quota the advertised whole milliseconds are far too long. */
function spanMicros(options: AlgorithmOptions, windowMs: number): number {
  if ("windowMs" in options) return options.windowMs * 1_000;
  if (options.refillMs === undefined) return windowMs * 1_000;
  const capacity = options.algorithm === "gcra" ? options.burst : options.capacity;
  return Math.max(1, (capacity / options.refill) * options.refillMs * 1_000);
}
