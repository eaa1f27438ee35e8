import type { Numbers } from "../algorithm.ts";
import { AlgorithmBase } from "./algorithm-base.ts";

/**
 * A level that falls steadily and rises by what is taken: what is missing from a token bucket, or what is in a leaky one.
 *
 * - State: `[level, newest]`: grains at the tick `newest`, the latest that any `take` has seen. A unit is `period` grains.
 * - Parameters: `[microsPerTick, limit, period, refill]`: each tick takes `refill` grains away; lowest terms.
 * - Allowed while level + cost × period <= limit × period.
 * - Worst case in an interval of n ticks: limit + floor((n - 1) × refill ÷ period).
 */
export class SteadyLevel extends AlgorithmBase {
  readonly #period: number;
  readonly #refill: number;
  readonly #full: number;

  constructor(name: "token-bucket" | "leaky-bucket", parameters: readonly number[]) {
    const [, limit, period, refill] = parameters as readonly [number, number, number, number];
    super(name, parameters, (limit * period) / refill);
    this.#period = period;
    this.#refill = refill;
    this.#full = limit * period;
  }

  take(state: Numbers, at: number, now: number, cost: number): number {
    const newest = state[at + 1] as number;
    let level = state[at] as number;
    if (now > newest) {
      level = this.#fallen(level, now - newest);
      state[at + 1] = now;
    }
    const risen = level + cost * this.#period;
    if (risen <= this.#full) {
      state[at] = risen;
      return 0;
    }
    state[at] = level;
    return (now > newest ? 0 : newest - now) + Math.ceil((risen - this.#full) / this.#refill);
  }

  wait(state: Numbers, at: number, now: number, cost: number): number {
    const excess = (state[at] as number) + cost * this.#period - this.#full;
    return excess > 0 ? Math.max(0, (state[at + 1] as number) + Math.ceil(excess / this.#refill) - now) : 0;
  }

  remaining(state: Numbers, at: number, now: number): number {
    const level = this.#fallen(state[at] as number, Math.max(0, now - (state[at + 1] as number)));
    return Math.max(0, Math.floor((this.#full - level) / this.#period));
  }

  /** What has fallen since may have been this very cost, so only the rest of it is given back. */
  refund(state: Numbers, at: number, now: number, cost: number, takenAt: number): number {
    const time = this.#advance(state, at, now);
    const level = state[at] as number;
    const left = this.#fallen(cost * this.#period, Math.max(0, time - takenAt));
    const back = Math.min(left, level);
    state[at] = level - back;
    return Math.ceil(back / this.#period);
  }

  override penalize(state: Numbers, at: number, now: number, cost: number): void {
    this.#advance(state, at, now);
    const level = state[at] as number;
    state[at] = Math.max(level, Math.min(this.#full, level + cost * this.#period));
  }

  #advance(state: Numbers, at: number, now: number): number {
    const newest = state[at + 1] as number;
    if (now <= newest) return newest;
    state[at] = this.#fallen(state[at] as number, now - newest);
    state[at + 1] = now;
    return now;
  }

  /** After a century the product may pass 2^53 and be rounded, but not to less than 2^53, and no level is so high. */
  #fallen(level: number, ticks: number): number {
    const left = level - ticks * this.#refill;
    return left > 0 ? left : 0;
  }
}
