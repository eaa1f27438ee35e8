import type { Numbers } from "../algorithm.ts";
import { checkCount } from "../check-count.ts";
import type { GcraOptions } from "../policy-options.ts";
import { AlgorithmBase } from "./algorithm-base.ts";
import { rateOf, steadyParameters } from "./rate.ts";

/**
 * The generic cell rate algorithm: keeps the time at which everything that was taken would have been due, one unit each
 * `period` ÷ `refill` ticks, and lets that run ahead of now by at most `limit` units.
 *
 * - State: `[dueAt, grains]`: the theoretical arrival time, whole ticks and 1 ÷ `refill` ticks (0 to `refill` - 1). The
 *   second number exists only if `refill` is not 1.
 * - Parameters: `[microsPerTick, limit, period, refill]`, lowest terms.
 * - Allowed while the theoretical arrival time is at most now + (limit - cost) × period ÷ refill.
 * - Worst case in an interval of n ticks: limit + floor((n - 1) × refill ÷ period).
 * - There is no clock in the state. While a clock that was set back has not caught up, what is due stays as far ahead as
 *   it was, so that less passes, never more; a refund in that time may give back what has already come back by itself.
 * - Source: ITU-T I.371, virtual scheduling form.
 */
export class Gcra extends AlgorithmBase {
  readonly #period: number;
  readonly #refill: number;
  readonly #hasGrains: boolean;

  constructor(parameters: readonly number[]) {
    const [, limit, period, refill] = parameters as readonly [number, number, number, number];
    super("gcra", parameters, (limit * period) / refill, refill === 1 ? 1 : 2);
    this.#period = period;
    this.#refill = refill;
    this.#hasGrains = refill !== 1;
  }

  take(state: Numbers, at: number, now: number, cost: number): number {
    const wait = this.wait(state, at, now, cost);
    if (wait > 0) return wait;
    this.#store(state, at, now, this.#owed(state, at, now) + cost * this.#period);
    return 0;
  }

  wait(state: Numbers, at: number, now: number, cost: number): number {
    const room = (this.limit - cost) * this.#period - this.#grains(state, at);
    const wait = (state[at] as number) - now - (this.#hasGrains ? Math.floor(room / this.#refill) : room);
    return wait > 0 ? wait : 0;
  }

  remaining(state: Numbers, at: number, now: number): number {
    return Math.max(0, Math.floor((this.limit * this.#period - this.#owed(state, at, now)) / this.#period));
  }

  /** What has come due since may have been this very cost, so only the rest of it is given back. */
  refund(state: Numbers, at: number, now: number, cost: number, takenAt: number): number {
    const owed = this.#owed(state, at, now);
    const left = cost * this.#period - Math.max(0, now - takenAt) * this.#refill;
    const back = Math.max(0, Math.min(left, owed));
    if (back > 0) this.#store(state, at, now, owed - back);
    return Math.ceil(back / this.#period);
  }

  override penalize(state: Numbers, at: number, now: number, cost: number): void {
    const owed = this.#owed(state, at, now);
    const most = this.limit * this.#period;
    if (owed < most) this.#store(state, at, now, Math.min(most, owed + cost * this.#period));
  }

  #grains(state: Numbers, at: number): number {
    return this.#hasGrains ? (state[at + 1] as number) : 0;
  }

  /** Grains by which the theoretical arrival time is ahead of now. */
  #owed(state: Numbers, at: number, now: number): number {
    const ahead = (state[at] as number) - now;
    return ahead < 0 ? 0 : ahead * this.#refill + this.#grains(state, at);
  }

  #store(state: Numbers, at: number, tick: number, grains: number): void {
    const ticks = this.#hasGrains ? Math.floor(grains / this.#refill) : grains;
    state[at] = tick + ticks;
    if (this.#hasGrains) state[at + 1] = grains - ticks * this.#refill;
  }
}

export function gcraParameters(options: GcraOptions): readonly number[] {
  return steadyParameters(checkCount(options.burst, "burst", 1), rateOf(options));
}
