import type { Algorithm, Numbers } from "../../algorithm.ts";
import type { Verdict } from "../../store.ts";
import { toTick } from "../../ticks.ts";

/**
 * The state of one key: until which tick it is blocked, then the algorithm's numbers. Below 0 the first is the tick, turned
 * negative, until which the numbers stay though another quota takes from them (`stayUntil` in algorithms/adopt.ts). `at` is
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

/** What is left of a span of ticks, 0 or more, whose first one has begun already. */
export function toMicros(algorithm: Algorithm, ticks: number, atMicros: number): number {
  return ticks > 0 ? (toTick(algorithm, atMicros) + ticks) * algorithm.microsPerTick - atMicros : 0;
}

/** @param waitMicros What passes before the cost would be taken; 0: it was. */
export function rowVerdict(algorithm: Algorithm, row: Row, atMicros: number, waitMicros: number): Verdict {
  const now = toTick(algorithm, atMicros);
  return {
    allowed: waitMicros === 0,
    remaining: rowRemaining(algorithm, row, now),
    retryAfterMs: Math.ceil(waitMicros / 1000),
    resetAfterMs: Math.ceil(toMicros(algorithm, rowLife(algorithm, row, now), atMicros) / 1000),
  };
}

/** A longer block stays; 0 lifts any. */
export function blockRow(algorithm: Algorithm, { numbers, at }: Row, now: number, durationMs: number): void {
  const until = now + Math.ceil((durationMs * 1000) / algorithm.microsPerTick);
  numbers[at] = durationMs === 0 ? 0 : Math.max(numbers[at] as number, until);
}
