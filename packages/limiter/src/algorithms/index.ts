import type { Algorithm, AlgorithmName } from "../algorithm.ts";
import type { AlgorithmOptions } from "../policy-options.ts";
import { FixedWindow, fixedWindowParameters } from "./fixed-window.ts";
import { Gcra, gcraParameters } from "./gcra.ts";
import { LeakyBucket, leakyBucketParameters } from "./leaky-bucket.ts";
import { SlidingWindowCounter, slidingWindowCounterParameters } from "./sliding-window-counter.ts";
import { SlidingWindowLog, slidingWindowLogParameters } from "./sliding-window-log.ts";
import { createTokenBucket, tokenBucketParameters } from "./token-bucket.ts";

/** How an algorithm's parameters are worked out, and what is made of them. */
type Kind<Options> = {
  readonly parametersOf: (options: Options) => readonly number[];
  readonly make: (parameters: readonly number[]) => Algorithm;
};

const kinds: { readonly [Name in AlgorithmName]: Kind<Extract<AlgorithmOptions, { readonly algorithm: Name }>> } = {
  "fixed-window": { parametersOf: fixedWindowParameters, make: (parameters) => new FixedWindow(parameters) },
  "sliding-window-log": {
    parametersOf: slidingWindowLogParameters,
    make: (parameters) => new SlidingWindowLog(parameters),
  },
  "sliding-window-counter": {
    parametersOf: slidingWindowCounterParameters,
    make: (parameters) => new SlidingWindowCounter(parameters),
  },
  "token-bucket": { parametersOf: tokenBucketParameters, make: createTokenBucket },
  gcra: { parametersOf: gcraParameters, make: (parameters) => new Gcra(parameters) },
  "leaky-bucket": { parametersOf: leakyBucketParameters, make: (parameters) => new LeakyBucket(parameters) },
};

/**
 * The algorithm of a policy, with its quota worked in.
 *
 * @throws {LimiterError} `POLICY_NUMBER_INVALID`, `POLICY_WINDOW_INVALID`, `POLICY_TOO_FINE`
 */
export function algorithmOf(options: AlgorithmOptions): Algorithm {
  // The row of a name takes the options of that name, which the table's type says and this line cannot.
  const { parametersOf } = kinds[options.algorithm] as Kind<AlgorithmOptions>;
  return algorithmFromParameters(options.algorithm, parametersOf(options));
}

/** The algorithm that has these `parameters`, which are taken at their word. */
export function algorithmFromParameters(name: AlgorithmName, parameters: readonly number[]): Algorithm {
  return kinds[name].make(parameters);
}
