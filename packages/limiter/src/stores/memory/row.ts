import type { Algorithm, Numbers } from "../../algorithm.ts";
import type { Verdict } from "../../store.ts";
import { toTick } from "../../ticks.ts";

/**
 * The state of one key: until which tick it is blocked, then the algorithm's numbers. Below 0 the first is the tick, turned
 * negative, until which the numbers stay though another quota takes from them (`takeOver` in algorithms/adopt.ts). `at` is
 * where it begins; all zeros is a fresh one.
 */
export type Row = { readonly numbers: Numbers; readonly at: number };

/** Numbers of a row before the algorithm's own. */
export const rowHead = 1;

/** What passes before the same cost would be taken, block included; 0: now. In ticks, and exact. */
export function rowWait(algorithm: Algorithm, { numbers, at }: Row, now: number, cost: number): number {
  const from = Math.max(now, numbers[at] as number);
  return from - now + algorithm.wait(numbers, at + rowHead, from, cost);
}

/** Ticks until the row equals a fresh one. */
export function rowLife(algorithm: Algorithm, { numbers, at }: Row, now: number): number {
  return Math.max((numbers[at] as number) - now, algorithm.life(numbers, at + rowHead, now));
}

/** Whole units that could be taken; none while it is blocked. */
function rowRemaining(algorithm: Algorithm, { numbers, at }: Row, now: number): number {
  return (numbers[at] as number) > now ? 0 : algorithm.remaining(numbers, at + rowHead, now);
}

/** How dear a row is: the part of its limit that is used (1: nothing can be taken), and microseconds until it is fresh. */
export type Rank = readonly [used: number, lifeMicros: number];

export function rowRank(algorithm: Algorithm, row: Row, nowMicros: number): Rank {
  const { limit, microsPerTick } = algorithm;
  const now = toTick(algorithm, nowMicros);
  const used = 1 - rowRemaining(algorithm, row, now) / Math.max(1, limit);
  return [used, rowLife(algorithm, row, now) * microsPerTick];
}

/** Whether a row goes before another: who has used less; of those who have used the same, who is fresh sooner. */
export function isCheaper([used, life]: Rank, [otherUsed, otherLife]: Rank): boolean {
  return used === otherUsed ? life < otherLife : used < otherUsed;
}

/**
 * A span from now in ticks of the algorithm that asks, rounded up.
 *
 * @param ticks Of the algorithm that counts.
 */
export function ticksFor(asking: Algorithm, counting: Algorithm, atMicros: number, ticks: number): number {
  if (ticks === 0 || asking.microsPerTick === counting.microsPerTick) return ticks;
  const endMicros = (toTick(counting, atMicros) + ticks) * counting.microsPerTick;
  return Math.ceil(endMicros / asking.microsPerTick) - toTick(asking, atMicros);
}

/** @param wait What `rowWait` said before the cost was taken, in ticks of the algorithm that asks. */
export function rowVerdict(
  algorithm: Algorithm,
  row: Row & { readonly algorithm: Algorithm },
  atMicros: number,
  wait: number,
): Verdict {
  const now = toTick(algorithm, atMicros);
  const counted = toTick(row.algorithm, atMicros);
  // The tick has begun already: what is left of it counts, not all of it.
  const toMs = (ticks: number) =>
    ticks === 0 ? 0 : Math.ceil(((now + ticks) * algorithm.microsPerTick - atMicros) / 1000);
  return {
    allowed: wait === 0,
    remaining: rowRemaining(row.algorithm, row, counted),
    retryAfterMs: toMs(wait),
    resetAfterMs: toMs(ticksFor(algorithm, row.algorithm, atMicros, rowLife(row.algorithm, row, counted))),
  };
}

/** A longer block stays; 0 lifts any. */
export function blockRow(algorithm: Algorithm, { numbers, at }: Row, now: number, durationMs: number): void {
  const until = now + Math.ceil((durationMs * 1000) / algorithm.microsPerTick);
  numbers[at] = durationMs === 0 ? 0 : Math.max(numbers[at] as number, until);
}
