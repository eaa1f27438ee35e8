/** Names as they stand in a policy. */
export type AlgorithmName =
  | "fixed-window"
  | "sliding-window-log"
  | "sliding-window-counter"
  | "token-bucket"
  | "gcra"
  | "leaky-bucket";

/** Where the numbers of one or many keys lie: a slab of rows, or one growing array. */
export type Numbers = { [index: number]: number };

/**
 * One algorithm with its quota worked in: pure arithmetic on the state of one key.
 *
 * The state of a key is `width` numbers from `state[at]` on. **All zeros is the fresh state**, so that a key that is
 * not stored and a key that was never seen are the same. Numbers are whole and below 2^53.
 *
 * `now` is in ticks of `microsPerTick` since 1970, whole. Every method works with max(now, the newest time in the state):
 * a clock that steps back stops refilling, and never refills twice. `cost` is a whole number from 1 to `limit`.
 * A state may hold more than `limit`, which was higher before (algorithms/adopt.ts); it is never cut down to it.
 * Answers in ticks are whole and exact: after so many ticks it is so, one tick earlier it is not.
 */
export interface Algorithm {
  readonly name: AlgorithmName;
  /** The most units that one request can take; 0 refuses every request. */
  readonly limit: number;
  /** In which the quota is advertised: the window, or ceil(capacity ÷ refill). Whole milliseconds, at least 1. */
  readonly windowMs: number;
  /** Length of a tick in microseconds: 1 where the arithmetic stays below 2^53, else a power of ten up to 10^6. */
  readonly microsPerTick: number;
  /** Numbers of state a key has, at most. */
  readonly width: number;
  /** Whether a key's state begins with 5 numbers and grows up to `width`: a row of its own suits it better than a slab. */
  readonly grows: boolean;
  /** What a script elsewhere needs to do the same arithmetic, in the order that its file documents. Whole numbers. */
  readonly parameters: readonly number[];

  /**
   * Takes `cost` units if they are there.
   *
   * @returns 0 when taken; else the ticks until the same cost would be taken, at least 1, and nothing is charged.
   */
  take(state: Numbers, at: number, now: number, cost: number): number;
  /** What `take` would answer. Changes nothing. */
  wait(state: Numbers, at: number, now: number, cost: number): number;
  /** Whole units that could be taken now. Changes nothing. */
  remaining(state: Numbers, at: number, now: number): number;
  /** Ticks until the state equals a fresh one if nothing more is taken; 0: it does now. Changes nothing. */
  life(state: Numbers, at: number, now: number): number;
  /**
   * Gives back up to `cost` units of what was taken at `takenAt` (a tick), as far as time has not given them back by
   * itself: never more can be taken afterwards, in any interval, than if they had not been taken at all.
   *
   * @returns The units given back, 0 to `cost`.
   */
  refund(state: Numbers, at: number, now: number, cost: number, takenAt: number): number;
  /** Takes up to `cost` units without asking: what is not there is not owed. `cost` may be above `limit`. */
  penalize(state: Numbers, at: number, now: number, cost: number): void;
}
