import type { Algorithm } from "../algorithm.ts";
import { checkCount } from "../check-count.ts";
import type { LeakyBucketOptions } from "../policy-options.ts";
import { rateOf, steadyParameters } from "./rate.ts";
import { SteadyLevel } from "./steady-level.ts";

/**
 * A bucket that leaks steadily; what would make it run over is refused. State, parameters and worst case are those of
 * `SteadyLevel`, the level being what is in the bucket.
 *
 * Source: the leaky bucket as a meter (ITU-T I.371, continuous-state form).
 */
export function createLeakyBucket(parameters: readonly number[]): Algorithm {
  return new SteadyLevel("leaky-bucket", parameters);
}

export function leakyBucketParameters(options: LeakyBucketOptions): readonly number[] {
  return steadyParameters(checkCount(options.capacity, "capacity", 1), rateOf(options));
}
