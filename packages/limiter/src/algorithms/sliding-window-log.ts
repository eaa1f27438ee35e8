import type { Numbers } from "../algorithm.ts";
import { checkCount } from "../check-count.ts";
import type { SlidingWindowLogOptions } from "../policy-options.ts";
import { chooseTick, tooFine, wholeMicros } from "../ticks.ts";
import { AlgorithmBase } from "./algorithm-base.ts";

/** Numbers before the entries. */
export const logHead = 5;
/** A log beyond this would take megabytes for one key. */
const mostSlots = 2 ** 20;

/**
 * Remembers when every unit was taken.
 *
 * - State: `[newest, total, head, used, size, tick, units, tick, units, …]`: the latest tick that any `take` has seen,
 *   the units of all entries, and a ring of `size` entries, of which the `used` ones from `head` on are filled, oldest
 *   first. What was taken in one tick is one entry. The ring begins with none, doubles when it is full, and has at most
 *   min(limit, window) entries.
 * - Parameters: `[microsPerTick, limit, window]`, the window in ticks.
 * - Worst case: `limit` in any interval of a window's length, exactly.
 * - Source: units accepted in (now - window, now].
 */
export class SlidingWindowLog extends AlgorithmBase {
  override readonly grows = true;
  readonly #window: number;
  readonly #slots: number;

  constructor(parameters: readonly number[]) {
    const [, limit, window] = parameters as readonly [number, number, number];
    super("sliding-window-log", parameters, window, logHead + 2 * Math.min(limit, window));
    this.#window = window;
    this.#slots = Math.min(limit, window);
  }

  take(state: Numbers, at: number, now: number, cost: number): number {
    this.#expire(state, at, now);
    if ((state[at + 1] as number) + cost > this.limit) return this.wait(state, at, now, cost);
    this.#append(state, at, cost);
    return 0;
  }

  wait(state: Numbers, at: number, now: number, cost: number): number {
    let excess = (state[at + 1] as number) + cost - this.limit;
    if (excess <= 0) return 0;
    const used = state[at + 3] as number;
    for (let i = 0; i < used; i++) {
      const entry = entryOf(state, at, i);
      excess -= state[entry + 1] as number;
      if (excess > 0) continue;
      const freeAt = (state[entry] as number) + this.#window;
      return freeAt > Math.max(now, state[at] as number) ? freeAt - now : 0;
    }
    return this.#window;
  }

  remaining(state: Numbers, at: number, now: number): number {
    const since = Math.max(now, state[at] as number) - this.#window;
    let total = state[at + 1] as number;
    const used = state[at + 3] as number;
    for (let i = 0; i < used; i++) {
      const entry = entryOf(state, at, i);
      if ((state[entry] as number) > since) break;
      total -= state[entry + 1] as number;
    }
    return Math.max(0, this.limit - total);
  }

  refund(state: Numbers, at: number, now: number, cost: number, takenAt: number): number {
    this.#expire(state, at, now);
    let i = (state[at + 3] as number) - 1;
    while (i >= 0 && (state[entryOf(state, at, i)] as number) > takenAt) i--;
    const entry = entryOf(state, at, i);
    if (i < 0 || state[entry] !== takenAt) return 0;
    const back = Math.min(cost, state[entry + 1] as number);
    state[at + 1] = (state[at + 1] as number) - back;
    state[entry + 1] = (state[entry + 1] as number) - back;
    if (state[entry + 1] === 0) remove(state, at, i);
    return back;
  }

  #expire(state: Numbers, at: number, now: number): void {
    const time = Math.max(now, state[at] as number);
    let total = state[at + 1] as number;
    let head = state[at + 2] as number;
    let used = state[at + 3] as number;
    while (used > 0 && (state[at + logHead + 2 * head] as number) <= time - this.#window) {
      total -= state[at + logHead + 2 * head + 1] as number;
      head = head + 1 === state[at + 4] ? 0 : head + 1;
      used--;
    }
    state[at] = time;
    state[at + 1] = total;
    state[at + 2] = head;
    state[at + 3] = used;
  }

  #append(state: Numbers, at: number, units: number): void {
    const used = state[at + 3] as number;
    state[at + 1] = (state[at + 1] as number) + units;
    if (used > 0) {
      const last = entryOf(state, at, used - 1);
      if (state[last] === state[at]) {
        state[last + 1] = (state[last + 1] as number) + units;
        return;
      }
    }
    if (used === state[at + 4]) grow(state, at, Math.min(this.#slots, used * 2 || 1));
    const entry = entryOf(state, at, used);
    state[entry] = state[at] as number;
    state[entry + 1] = units;
    state[at + 3] = used + 1;
  }
}

/** Where the i-th oldest entry lies. */
function entryOf(state: Numbers, at: number, i: number): number {
  const size = state[at + 4] as number;
  const slot = (state[at + 2] as number) + i;
  return at + logHead + 2 * (slot < size ? slot : slot - size);
}

/** Makes a full ring larger; it begins with its oldest entry then. */
function grow(state: Numbers, at: number, size: number): void {
  const length = 2 * (state[at + 4] as number);
  const kept = Array.from({ length }, (_, i) => state[entryOf(state, at, i >> 1) + (i & 1)] as number);
  state[at + 2] = 0;
  state[at + 4] = size;
  for (let i = 0; i < 2 * size; i++) state[at + logHead + i] = kept[i] ?? 0;
}

function remove(state: Numbers, at: number, i: number): void {
  const used = state[at + 3] as number;
  for (let to = i; to + 1 < used; to++) {
    state[entryOf(state, at, to)] = state[entryOf(state, at, to + 1)] as number;
    state[entryOf(state, at, to) + 1] = state[entryOf(state, at, to + 1) + 1] as number;
  }
  state[at + 3] = used - 1;
}

export function slidingWindowLogParameters(options: SlidingWindowLogOptions): readonly number[] {
  const limit = checkCount(options.limit, "limit", 0);
  const micros = wholeMicros(options.windowMs, "windowMs");
  const microsPerTick = chooseTick(micros, (window) => [window, window]);
  const window = micros / microsPerTick;
  if (Math.min(limit, window) > mostSlots) throw tooFine(`A log of ${limit} entries is too long.`);
  return [microsPerTick, limit, window];
}
