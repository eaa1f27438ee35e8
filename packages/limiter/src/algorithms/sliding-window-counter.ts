import type { Numbers } from "../algorithm.ts";
import { checkCount } from "../check-count.ts";
import type { SlidingWindowCounterOptions } from "../policy-options.ts";
import { chooseTick, tooFine, wholeMicros } from "../ticks.ts";
import { AlgorithmBase } from "./algorithm-base.ts";

/** Where the counts begin in the state. */
const counts = 2;

/**
 * Estimates what was taken in the last window from counts of `buckets` + 1 stretches of time: the newest ones whole, the
 * oldest by the part of it that lies in the window still.
 *
 * - State: `[startsAt, inner, c0, c1, … c(buckets - 1)]`. The newest bucket begins at `startsAt`, a multiple of the
 *   bucket's length since 1970. `c0` is the count of the oldest bucket, the one that is leaving the window, `c1` of the
 *   next, and so on; `inner` is the count of all but the oldest, so that the newest has `inner` - (c1 + c2 + …).
 * - Parameters: `[microsPerTick, limit, bucket, buckets]`, the bucket's length in ticks.
 * - Allowed while c0 × (bucket - elapsed) + (inner + cost) × bucket <= limit × bucket.
 * - Worst case, with b ticks in a bucket: never more than `limit` in an interval of (buckets - 1) × b + 1 ticks; in an
 *   interval of a whole window limit + floor(limit × (b - 2) ÷ b), which is just below 2 × limit (and `limit` if b = 1).
 *   Reached by a whole limit in the last tick of a bucket, which is then forgotten as if it had come evenly over that
 *   bucket: as much as was forgotten passes in the last ticks before the first ones leave the window. More buckets
 *   shorten the time that is misjudged, a window ÷ buckets, not the amount.
 * - Source: estimate = previous × (window - elapsed) ÷ window + current, exact; with more buckets the same over the
 *   oldest of them.
 */
export class SlidingWindowCounter extends AlgorithmBase {
  readonly #bucket: number;
  readonly #buckets: number;
  readonly #full: number;

  constructor(parameters: readonly number[]) {
    const [, limit, bucket, buckets] = parameters as readonly [number, number, number, number];
    super("sliding-window-counter", parameters, bucket * buckets, counts + buckets);
    this.#bucket = bucket;
    this.#buckets = buckets;
    this.#full = limit * bucket;
  }

  take(state: Numbers, at: number, now: number, cost: number): number {
    const bucket = this.#bucket;
    if (now >= (state[at] as number) + bucket) this.#roll(state, at, now);
    const elapsed = now - (state[at] as number);
    const inner = (state[at + 1] as number) + cost;
    const leaving = (state[at + counts] as number) * (elapsed > 0 ? bucket - elapsed : bucket);
    if (leaving + inner * bucket > this.#full) return this.wait(state, at, now, cost);
    state[at + 1] = inner;
    return 0;
  }

  /** The estimate only falls while nothing is taken, so there is one first instant at which the cost fits. */
  wait(state: Numbers, at: number, now: number, cost: number): number {
    const room = this.limit - cost;
    if (room < 0) return this.#bucket * this.#buckets;
    let startsAt = state[at] as number;
    let later = state[at + 1] as number;
    let leaving = state[at + counts] as number;
    for (let i = 1; later > room; i++) {
      leaving = i < this.#buckets ? (state[at + counts + i] as number) : later;
      later -= leaving;
      startsAt += this.#bucket;
    }
    const kept = leaving === 0 ? this.#bucket : Math.floor(((room - later) * this.#bucket) / leaving);
    const freeAt = startsAt + this.#bucket - kept;
    const time = Math.max(now, state[at] as number);
    return freeAt > time ? freeAt - now : 0;
  }

  remaining(state: Numbers, at: number, now: number): number {
    let startsAt = state[at] as number;
    let later = state[at + 1] as number;
    let leaving = state[at + counts] as number;
    for (let i = 1; leaving + later > 0 && now >= startsAt + this.#bucket; i++) {
      leaving = i < this.#buckets ? (state[at + counts + i] as number) : later;
      later -= leaving;
      startsAt += this.#bucket;
    }
    const used = leaving * (this.#bucket - Math.max(0, now - startsAt)) + later * this.#bucket;
    return leaving + later > 0 ? Math.max(0, Math.floor((this.#full - used) / this.#bucket)) : this.limit;
  }

  refund(state: Numbers, at: number, now: number, cost: number, takenAt: number): number {
    if (now >= (state[at] as number) + this.#bucket) this.#roll(state, at, now);
    const i = this.#buckets + Math.floor((takenAt - (state[at] as number)) / this.#bucket);
    if (i < 0 || i > this.#buckets) return 0;
    const isNewest = i === this.#buckets;
    const back = Math.min(cost, isNewest ? this.#newest(state, at) : (state[at + counts + i] as number));
    if (!isNewest) state[at + counts + i] = (state[at + counts + i] as number) - back;
    if (i > 0) state[at + 1] = (state[at + 1] as number) - back;
    return back;
  }

  #newest(state: Numbers, at: number): number {
    let newest = state[at + 1] as number;
    for (let i = 1; i < this.#buckets; i++) newest -= state[at + counts + i] as number;
    return newest;
  }

  /** Makes the bucket that `now` lies in the newest one. */
  #roll(state: Numbers, at: number, now: number): void {
    const newest = this.#newest(state, at);
    const steps = Math.floor((now - (state[at] as number)) / this.#bucket);
    let inner = 0;
    for (let i = 0; i < this.#buckets; i++) {
      const from = i + steps;
      let count = from === this.#buckets ? newest : 0;
      if (from < this.#buckets) count = state[at + counts + from] as number;
      state[at + counts + i] = count;
      if (i > 0) inner += count;
    }
    state[at] = (state[at] as number) + steps * this.#bucket;
    state[at + 1] = inner;
  }
}

export function slidingWindowCounterParameters(options: SlidingWindowCounterOptions): readonly number[] {
  const limit = checkCount(options.limit, "limit", 0);
  const buckets = checkCount(options.buckets ?? 1, "buckets", 1, 60);
  const micros = wholeMicros(options.windowMs, "windowMs") / buckets;
  if (!Number.isInteger(micros)) {
    throw tooFine(`${options.windowMs} ms in ${buckets} \`buckets\` are not whole microseconds.`);
  }
  const microsPerTick = chooseTick(micros, (bucket) => [3 * limit * bucket, (buckets + 1) * bucket]);
  return [microsPerTick, limit, micros / microsPerTick, buckets];
}
