import { checkCount } from "../check-count.ts";
import type { RateOptions } from "../policy-options.ts";
import { chooseTick, wholeMicros } from "../ticks.ts";

/** So many units come back in so many ticks. */
export type Rate = { readonly refill: number; readonly periodMicros: number };

/** @throws {LimiterError} `POLICY_NUMBER_INVALID`, `POLICY_WINDOW_INVALID`, `POLICY_TOO_FINE` */
export function rateOf(options: RateOptions): Rate {
  if (options.refill === undefined && options.refillMs === undefined) {
    return {
      refill: checkCount(options.refillPerSecond, "refillPerSecond` or `refill` each `refillMs", 1),
      periodMicros: 1_000_000,
    };
  }
  return { refill: checkCount(options.refill, "refill", 1), periodMicros: wholeMicros(options.refillMs, "refillMs") };
}

/**
 * Parameters of what flows steadily: `[microsPerTick, limit, period, refill]`, where `refill` units come back in `period`
 * ticks, in lowest terms. A unit is `period` grains, and each tick brings `refill` grains, so that every rate is whole.
 */
export function steadyParameters(limit: number, { refill, periodMicros }: Rate): readonly number[] {
  const microsPerTick = chooseTick(periodMicros, (period) => {
    const divisor = greatestDivisor(period, refill);
    const grains = (limit * period) / divisor;
    return [2 * grains + refill / divisor, (limit * period) / refill + 1];
  });
  const period = periodMicros / microsPerTick;
  const divisor = greatestDivisor(period, refill);
  return [microsPerTick, limit, period / divisor, refill / divisor];
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
