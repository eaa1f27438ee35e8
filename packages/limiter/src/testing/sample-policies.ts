import type { AlgorithmName } from "../algorithm.ts";
import { compilePolicy } from "../compile-policy.ts";
import type { AlgorithmOptions, CommonPolicyOptions } from "../policy-options.ts";
import type { Policy } from "../policy.ts";

/** One way to count: an algorithm with its options but for the numbers. */
export type Sample = {
  readonly name: string;
  readonly algorithm: AlgorithmName;
  /** @param windowMs In which `limit` units come back. */
  readonly options: (limit: number, windowMs: number) => AlgorithmOptions;
};

/** Every algorithm, and what makes a store's state different. */
export const samples: readonly Sample[] = [
  toSample("fixed-window", (limit, windowMs) => ({ algorithm: "fixed-window", limit, windowMs })),
  toSample("fixed-window from the first request", (limit, windowMs) => ({
    algorithm: "fixed-window",
    limit,
    windowMs,
    alignment: "first-request",
  })),
  toSample("sliding-window-log", (limit, windowMs) => ({ algorithm: "sliding-window-log", limit, windowMs })),
  toSample("sliding-window-counter", (limit, windowMs) => ({ algorithm: "sliding-window-counter", limit, windowMs })),
  toSample("sliding-window-counter of 5 buckets", (limit, windowMs) => ({
    algorithm: "sliding-window-counter",
    limit,
    windowMs,
    buckets: 5,
  })),
  toSample("token-bucket", (limit, windowMs) => ({
    algorithm: "token-bucket",
    capacity: limit,
    refill: limit,
    refillMs: windowMs,
  })),
  toSample("token-bucket by intervals", (limit, windowMs) => ({
    algorithm: "token-bucket",
    capacity: limit,
    refill: limit,
    refillMs: windowMs,
    refillMode: "interval",
  })),
  toSample("gcra", (limit, windowMs) => ({ algorithm: "gcra", burst: limit, refill: limit, refillMs: windowMs })),
  toSample("leaky-bucket", (limit, windowMs) => ({
    algorithm: "leaky-bucket",
    capacity: limit,
    refill: limit,
    refillMs: windowMs,
  })),
];

/** Those, and one that takes several refills to be full. */
export const allSamples: readonly Sample[] = [
  ...samples,
  toSample("token-bucket by intervals that fill half", (limit, windowMs) => ({
    algorithm: "token-bucket",
    capacity: limit,
    refill: Math.ceil(limit / 2),
    refillMs: Math.ceil((windowMs * Math.ceil(limit / 2)) / limit),
    refillMode: "interval",
  })),
];

/** One of `samples`; they repeat. */
export function sampleAt(index: number): Sample {
  const found = samples[index % samples.length];
  if (found === undefined) throw new RangeError(`There is no sample ${index}.`);
  return found;
}

/** So long that nothing comes back within a test, on a real clock too. */
const foreverMs = 10_000_000_000;

type PolicyTraits = Partial<CommonPolicyOptions>;

/** A policy of `limit` units in `windowMs` that counts by client; `onFailure` is there for stores that demand it. */
export function samplePolicy(sample: Sample, limit: number, windowMs = foreverMs, traits: PolicyTraits = {}): Policy {
  return compilePolicy({
    name: sample.algorithm,
    by: ["client"],
    onFailure: "closed",
    ...traits,
    ...sample.options(limit, windowMs),
  });
}

function toSample(name: string, options: Sample["options"]): Sample {
  return { name, algorithm: options(1, 1000).algorithm, options };
}
