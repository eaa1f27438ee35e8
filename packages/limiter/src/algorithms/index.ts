import type { Algorithm, AlgorithmName } from "../algorithm.ts";
import { LimiterError } from "../errors.ts";
import type { AlgorithmOptions } from "../policy-options.ts";
import { shown } from "../shown.ts";
import { FixedWindow, fixedWindowParameters } from "./fixed-window.ts";
import { Gcra, gcraParameters } from "./gcra.ts";
import { LeakyBucket, leakyBucketParameters } from "./leaky-bucket.ts";
import { SlidingWindowCounter, slidingWindowCounterParameters } from "./sliding-window-counter.ts";
import { SlidingWindowLog, slidingWindowLogParameters } from "./sliding-window-log.ts";
import { createTokenBucket, tokenBucketParameters } from "./token-bucket.ts";

const makers: Readonly<Record<AlgorithmName, (parameters: readonly number[]) => Algorithm>> = {
  "fixed-window": (parameters) => new FixedWindow(parameters),
  "sliding-window-log": (parameters) => new SlidingWindowLog(parameters),
  "sliding-window-counter": (parameters) => new SlidingWindowCounter(parameters),
  "token-bucket": createTokenBucket,
  gcra: (parameters) => new Gcra(parameters),
  "leaky-bucket": (parameters) => new LeakyBucket(parameters),
};

/**
 * The algorithm of a policy, with its quota worked in.
 *
 * @throws {LimiterError} `POLICY_ALGORITHM_UNKNOWN`, `POLICY_NUMBER_INVALID`, `POLICY_WINDOW_INVALID`, `POLICY_TOO_FINE`
 */
export function algorithmOf(options: AlgorithmOptions): Algorithm {
  return algorithmFromParameters(options.algorithm, parametersOf(options));
}

/** The algorithm that has these `parameters`, which are taken at their word. */
export function algorithmFromParameters(name: AlgorithmName, parameters: readonly number[]): Algorithm {
  return makers[name](parameters);
}

function parametersOf(options: AlgorithmOptions): readonly number[] {
  switch (options.algorithm) {
    case "fixed-window":
      return fixedWindowParameters(options);
    case "sliding-window-log":
      return slidingWindowLogParameters(options);
    case "sliding-window-counter":
      return slidingWindowCounterParameters(options);
    case "token-bucket":
      return tokenBucketParameters(options);
    case "gcra":
      return gcraParameters(options);
    case "leaky-bucket":
      return leakyBucketParameters(options);
    default:
      throw unknownAlgorithm(options);
  }
}

/** Types rule this out; a caller in JavaScript does not. */
function unknownAlgorithm({ algorithm }: { readonly algorithm: unknown }): LimiterError {
  return new LimiterError("POLICY_ALGORITHM_UNKNOWN", `There is no algorithm ${shown(algorithm)}.`);
}
