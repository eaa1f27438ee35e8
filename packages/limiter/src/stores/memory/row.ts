import type { Algorithm } from "../../algorithm.ts";
import type { Verdict } from "../../store.ts";
import { toTick } from "../../ticks.ts";

/**
 * The state of one key, and what reads it. At `at` stands until which tick it is blocked, then the algorithm's numbers;
 * all zeros is a fresh one. A tick turned negative in the first place is until when the numbers stay though another quota
 * takes from them (`stayUntil` in algorithms/adopt.ts).
 */
export type Row = {
  readonly algorithm: Algorithm;
  readonly numbers: number[] | Float64Array;
  readonly at: number;
  /** How many of its own an algorithm has room for; undefined: as many as it wants. */
  readonly room?: number;
};

/** Numbers of a row before the algorithm's own. */
export const rowHead = 1;

/** What passes before the same cost would be taken, block included; 0: now. Exact. */
export function waitMicros({ algorithm, numbers, at }: Row, nowMicros: number, cost: number): number {
  const now = toTick(algorithm, nowMicros);
  const from = Math.max(now, numbers[at] as number);
  return microsUntil(algorithm, from + algorithm.wait(numbers, at + rowHead, from, cost), nowMicros);
}

/** What passes before the row equals a fresh one. */
export function lifeMicros({ algorithm, numbers, at }: Row, nowMicros: number): number {
  const now = toTick(algorithm, nowMicros);
  const freshAt = now + algorithm.life(numbers, at + rowHead, now);
  return microsUntil(algorithm, Math.max(numbers[at] as number, freshAt), nowMicros);
}

/** Before a tick begins; 0 in it and later. */
function microsUntil(algorithm: Algorithm, tick: number, nowMicros: number): number {
  return Math.max(0, tick * algorithm.microsPerTick - nowMicros);
}

/** Whole units that could be taken; none while it is blocked. */
function remaining({ algorithm, numbers, at }: Row, nowMicros: number): number {
  const now = toTick(algorithm, nowMicros);
  return (numbers[at] as number) > now ? 0 : algorithm.remaining(numbers, at + rowHead, now);
}

/** How dear a row is: the part of its limit that is used (1: nothing can be taken), and microseconds until it is fresh. */
export type Rank = readonly [used: number, lifeMicros: number];

export function rowRank(row: Row, nowMicros: number): Rank {
  return [1 - remaining(row, nowMicros) / Math.max(1, row.algorithm.limit), lifeMicros(row, nowMicros)];
}

/** Whether a row goes before another: who has used less; of those who have used the same, who is fresh sooner. */
export function isCheaper([used, life]: Rank, [otherUsed, otherLife]: Rank): boolean {
  return used === otherUsed ? life < otherLife : used < otherUsed;
}

/** @param wait What passes before the cost would be taken, in microseconds; 0: it was. */
export function rowVerdict(row: Row, atMicros: number, wait: number): Verdict {
  return {
    allowed: wait === 0,
    remaining: remaining(row, atMicros),
    retryAfterMs: Math.ceil(wait / 1000),
    resetAfterMs: Math.ceil(lifeMicros(row, atMicros) / 1000),
  };
}

/** A longer block stays; 0 lifts any. */
export function blockRow({ algorithm, numbers, at }: Row, nowMicros: number, durationMs: number): void {
  const until = toTick(algorithm, nowMicros) + Math.ceil((durationMs * 1000) / algorithm.microsPerTick);
  numbers[at] = durationMs === 0 ? 0 : Math.max(numbers[at] as number, until);
}
