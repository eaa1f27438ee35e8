import type { Numbers } from "../algorithm.ts";
import { checkCount } from "../check-count.ts";
import type { FixedWindowOptions } from "../policy-options.ts";
import { chooseTick, wholeMicros } from "../ticks.ts";
import { AlgorithmBase } from "./algorithm-base.ts";

/**
 * Counts within windows that lie side by side.
 *
 * - State: `[count, endsAt]`: units taken in the window that ends before `endsAt`. Whatever is earlier than `endsAt`
 *   belongs to that window, so that a clock which steps back opens no older one.
 * - Parameters: `[microsPerTick, limit, window, isFromFirstRequest]`, the window in ticks, the last 0 or 1.
 * - Worst case: 2 × limit in an interval of a window's length (a whole limit at the end of one window, another at the
 *   beginning of the next); 2 × limit - 1 where windows begin at a request, since one unit began the first of them, and
 *   2 × limit again where that unit was refunded.
 * - Source: windows [k × window, (k + 1) × window) since 1970, or [first, first + window).
 */
export class FixedWindow extends AlgorithmBase {
  readonly #window: number;
  readonly #isAligned: boolean;

  constructor(parameters: readonly number[]) {
    const [, , window, isFromFirstRequest] = parameters as readonly [number, number, number, number];
    super("fixed-window", parameters, window);
    this.#window = window;
    this.#isAligned = isFromFirstRequest === 0;
  }

  take(state: Numbers, at: number, now: number, cost: number): number {
    const endsAt = state[at + 1] as number;
    const count = now < endsAt ? (state[at] as number) + cost : cost;
    if (count > this.limit) return this.wait(state, at, now, cost);
    state[at] = count;
    if (now >= endsAt) state[at + 1] = this.#endAfter(now);
    return 0;
  }

  wait(state: Numbers, at: number, now: number, cost: number): number {
    const endsAt = state[at + 1] as number;
    const isInside = now < endsAt;
    if (cost + (isInside ? (state[at] as number) : 0) <= this.limit) return 0;
    return isInside ? endsAt - now : this.#window;
  }

  remaining(state: Numbers, at: number, now: number): number {
    return now < (state[at + 1] as number) ? Math.max(0, this.limit - (state[at] as number)) : this.limit;
  }

  refund(state: Numbers, at: number, now: number, cost: number, takenAt: number): number {
    const endsAt = state[at + 1] as number;
    if (now >= endsAt || takenAt >= endsAt || takenAt < endsAt - this.#window) return 0;
    const count = state[at] as number;
    const back = Math.min(cost, count);
    state[at] = count - back;
    // A window that begins at a first request has not begun when all its requests are given back.
    if (back === count && !this.#isAligned) state[at + 1] = Math.max(now, endsAt - this.#window);
    return back;
  }

  #endAfter(now: number): number {
    return this.#window + (this.#isAligned ? Math.floor(now / this.#window) * this.#window : now);
  }
}

export function fixedWindowParameters(options: FixedWindowOptions): readonly number[] {
  const limit = checkCount(options.limit, "limit", 0);
  const micros = wholeMicros(options.windowMs, "windowMs");
  const microsPerTick = chooseTick(micros, (window) => [window, window]);
  return [microsPerTick, limit, micros / microsPerTick, options.alignment === "first-request" ? 1 : 0];
}
