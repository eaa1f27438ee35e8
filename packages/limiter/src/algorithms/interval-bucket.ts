import type { Numbers } from "../algorithm.ts";
import { chooseTick } from "../ticks.ts";
import { AlgorithmBase } from "./algorithm-base.ts";
import type { Rate } from "./rate.ts";

/**
 * A token bucket that is refilled at intervals, `refill` units at once.
 *
 * - State: `[missing, since]`: units missing since the last refill at the tick `since`, or since the request that found
 *   the bucket full, with which the schedule begins again.
 * - Parameters: `[microsPerTick, limit, period, refill, 1]`: `refill` units every `period` ticks.
 * - Worst case in an interval of n ticks, with r = min(refill, limit): the larger of limit + r × floor((n - 1) ÷ period)
 *   and limit - 1 + r × ceil((n - 1) ÷ period): a bucket that is emptied just before a refill. Where units were refunded
 *   limit + r × ceil((n - 1) ÷ period), since the schedule that they began goes on.
 * - Source: refill at whole multiples of the period after the bucket was last seen full.
 */
export class IntervalBucket extends AlgorithmBase {
  readonly #period: number;
  readonly #refill: number;

  constructor(parameters: readonly number[]) {
    const [, limit, period, refill] = parameters as readonly [number, number, number, number];
    super("token-bucket", parameters, Math.ceil(limit / refill) * period);
    this.#period = period;
    this.#refill = refill;
  }

  take(state: Numbers, at: number, now: number, cost: number): number {
    if (state[at] === 0 || now >= (state[at + 1] as number) + this.#period) this.#advance(state, at, now);
    const missing = (state[at] as number) + cost;
    if (missing > this.limit) return this.wait(state, at, now, cost);
    state[at] = missing;
    return 0;
  }

  wait(state: Numbers, at: number, now: number, cost: number): number {
    const excess = (state[at] as number) + cost - this.limit;
    if (excess <= 0) return 0;
    return Math.max(0, (state[at + 1] as number) + Math.ceil(excess / this.#refill) * this.#period - now);
  }

  remaining(state: Numbers, at: number, now: number): number {
    return Math.max(0, this.limit - this.#missing(state, at, now));
  }

  /**
   * Refills since then are counted from `since` back. If the schedule has begun again in between, the bucket was full
   * then, and as many periods bring back at least the whole cost.
   */
  refund(state: Numbers, at: number, now: number, cost: number, takenAt: number): number {
    this.#advance(state, at, now);
    const refills = Math.max(0, Math.ceil(((state[at + 1] as number) - takenAt) / this.#period));
    const missing = state[at] as number;
    const back = Math.max(0, Math.min(missing, cost - refills * this.#refill));
    state[at] = missing - back;
    return back;
  }

  #missing(state: Numbers, at: number, now: number): number {
    const refills = Math.floor((now - (state[at + 1] as number)) / this.#period);
    return Math.max(0, (state[at] as number) - Math.max(0, refills) * this.#refill);
  }

  #advance(state: Numbers, at: number, now: number): void {
    const since = state[at + 1] as number;
    if (now <= since) return;
    const missing = this.#missing(state, at, now);
    state[at] = missing;
    state[at + 1] = missing === 0 ? now : since + Math.floor((now - since) / this.#period) * this.#period;
  }
}

export function intervalParameters(limit: number, { refill, periodMicros }: Rate): readonly number[] {
  const intervals = Math.ceil(limit / refill);
  const microsPerTick = chooseTick(periodMicros, (period) => [period, intervals * period]);
  return [microsPerTick, limit, periodMicros / microsPerTick, refill, 1];
}
