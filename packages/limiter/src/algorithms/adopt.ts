import type { Algorithm, Numbers } from "../algorithm.ts";
import { toTick } from "../ticks.ts";
import { algorithmFromParameters } from "./index.ts";
import { logHead } from "./sliding-window-log.ts";

/** The counter of one key, and what reads its numbers. */
export type Counter = {
  readonly algorithm: Algorithm;
  readonly numbers: Numbers;
  /** Where in `numbers` the algorithm's own begin. */
  readonly at: number;
  /** How many of its own an algorithm has room for; undefined: as many as it wants. */
  readonly room?: number | undefined;
};

/** Numbers that a state may have to be read by a quota that it was not made for: of a log, 2,000 entries. */
export const mostNumbers = 4_005;

/*
 * What becomes of a counter when its policy changes under the same name and version, or is asked by turns with two
 * quotas, as while a release is rolled out:
 *
 * 1. A state means the same at any limit. Where nothing but the limit (capacity, burst) differs, the numbers stay, and
 *    the asker's limit is compared with them. What is used beyond a lower limit is neither forgotten nor paid twice.
 * 2. Where the window, the rate or the algorithm differs too, the asker's limit is compared with the numbers as they are
 *    read by the quota that they belong to (`atLimit`), so that a wait that was told holds. Only what is taken changes
 *    anything (`stayUntil`): the whole units in use, rounded up, are charged to the asker's quota now if that keeps them
 *    longer; else when what was in use at its first take has come back under the other one. Until then what it takes
 *    is counted there too. So of two quotas by turns the one that keeps use longer counts, and neither frees any.
 * 3. A state that equals a fresh one belongs to who asks.
 *
 * A limit that its own tick would not be fine enough for may round, by less than a second in 1,000 years.
 */

/** The same with another limit. */
export function atLimit({ name, parameters }: Algorithm, limit: number): Algorithm {
  return algorithmFromParameters(name, parameters.with(1, limit));
}

/**
 * Until when a counter stays as it is though another quota takes from it what `wait` says is there.
 *
 * @param counter Its algorithm is at the limit of `to`, the asker's.
 * @param units What it uses, and the take.
 * @param until What was answered to the last take, if that was of another quota than the counter's too, and nothing was
 *   penalized since; else 0 or less.
 * @returns A tick of the counter's, the take to be charged to it; 0: the units are to be charged to `to`.
 */
export function stayUntil(counter: Counter, to: Algorithm, nowMicros: number, units: number, until: number): number {
  const { algorithm, numbers, at, room = mostNumbers } = counter;
  const now = toTick(algorithm, nowMicros);
  const end = until > 0 ? until : now + algorithm.life(numbers, at, now);
  if (now >= end || algorithm.width > room) return 0;
  const kept = keepsUntil(algorithm, units, nowMicros);
  return kept < keepsUntil(to, units, nowMicros) || kept > Number.MAX_SAFE_INTEGER ? 0 : end;
}

/** Whole units, rounded up, as far as the limit reaches. */
export function unitsUsed({ algorithm, numbers, at }: Counter, nowMicros: number): number {
  return algorithm.limit - algorithm.remaining(numbers, at, toTick(algorithm, nowMicros));
}

/** When the last of so many units, taken now, would have come back; in microseconds. */
function keepsUntil(algorithm: Algorithm, units: number, nowMicros: number): number {
  const state = freshState(algorithm);
  const now = toTick(algorithm, nowMicros);
  algorithm.penalize(state, 0, now, units);
  return (now + algorithm.life(state, 0, now)) * algorithm.microsPerTick;
}

export function freshState({ grows, width }: Algorithm): number[] {
  return Array.from({ length: grows ? logHead : width }, () => 0);
}
