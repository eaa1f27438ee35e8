import type { Algorithm, AlgorithmName } from "../algorithm.ts";
import type { AlgorithmOptions } from "../policy-options.ts";
import { FixedWindow, fixedWindowParameters } from "./fixed-window.ts";
import { Gcra, gcraParameters } from "./gcra.ts";
import { createLeakyBucket, leakyBucketParameters } from "./leaky-bucket.ts";
import { SlidingWindowCounter, slidingWindowCounterParameters } from "./sliding-window-counter.ts";
import { SlidingWindowLog, slidingWindowLogParameters } from "./sliding-window-log.ts";
import { createTokenBucket, tokenBucketParameters } from "./token-bucket.ts";

type AlgorithmKind<Options> = {
  /** What a policy may say of its quota. */
  readonly options: readonly string[];
  readonly parametersOf: (options: Options) => readonly number[];
  readonly make: (parameters: readonly number[]) => Algorithm;
};

const rate = ["refillPerSecond", "refill", "refillMs"];
const kinds: {
  readonly [Name in AlgorithmName]: AlgorithmKind<Extract<AlgorithmOptions, { readonly algorithm: Name }>>;
} = {
  "fixed-window": {
    options: ["limit", "windowMs", "alignment"],
    parametersOf: fixedWindowParameters,
    make: (parameters) => new FixedWindow(parameters),
  },
  "sliding-window-log": {
    options: ["limit", "windowMs"],
    parametersOf: slidingWindowLogParameters,
    make: (parameters) => new SlidingWindowLog(parameters),
  },
  "sliding-window-counter": {
    options: ["limit", "windowMs", "buckets"],
    parametersOf: slidingWindowCounterParameters,
    make: (parameters) => new SlidingWindowCounter(parameters),
  },
  "token-bucket": {
    options: ["capacity", "refillMode", ...rate],
    parametersOf: tokenBucketParameters,
    make: createTokenBucket,
  },
  gcra: { options: ["burst", ...rate], parametersOf: gcraParameters, make: (parameters) => new Gcra(parameters) },
  "leaky-bucket": {
    options: ["capacity", ...rate],
    parametersOf: leakyBucketParameters,
    make: createLeakyBucket,
  },
};

export const algorithmNames = Object.keys(kinds) as readonly AlgorithmName[];

/** The options that only policies with this algorithm have. */
export function ownOptions(name: AlgorithmName): readonly string[] {
  return kinds[name].options;
}

/**
 * The algorithm of a policy, with its quota worked in.
 *
 * @throws {LimiterError} `POLICY_NUMBER_INVALID`, `POLICY_WINDOW_INVALID`, `POLICY_TOO_FINE`
 */
export function algorithmOf(options: AlgorithmOptions): Algorithm {
  // The row of a name takes the options of that name, which the table's type says and this line cannot.
  const { parametersOf } = kinds[options.algorithm] as AlgorithmKind<AlgorithmOptions>;
  return algorithmFromParameters(options.algorithm, parametersOf(options));
}

/** The algorithm that has these `parameters`, which are taken at their word. */
export function algorithmFromParameters(name: AlgorithmName, parameters: readonly number[]): Algorithm {
  return kinds[name].make(parameters);
}
