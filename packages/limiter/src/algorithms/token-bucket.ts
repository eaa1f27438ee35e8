import type { Algorithm } from "../algorithm.ts";
import { checkCount } from "../check-count.ts";
import type { TokenBucketOptions } from "../policy-options.ts";
import { intervalParameters, IntervalBucket } from "./interval-bucket.ts";
import { rateOf, steadyParameters } from "./rate.ts";
import { SteadyLevel } from "./steady-level.ts";

/**
 * A bucket of tokens: `SteadyLevel` when it is refilled continuously, the level being what is missing; `IntervalBucket`
 * when it is refilled at intervals. They are told apart by a fifth parameter, 1, which only the latter has.
 */
export function createTokenBucket(parameters: readonly number[]): Algorithm {
  return parameters[4] === 1 ? new IntervalBucket(parameters) : new SteadyLevel("token-bucket", parameters);
}

export function tokenBucketParameters(options: TokenBucketOptions): readonly number[] {
  const capacity = checkCount(options.capacity, "capacity", 1);
  const rate = rateOf(options);
  return options.refillMode === "interval" ? intervalParameters(capacity, rate) : steadyParameters(capacity, rate);
}
