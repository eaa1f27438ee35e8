import type { Algorithm } from "../../algorithm.ts";
import { atLimit, freshState, stayUntil, unitsUsed } from "../../algorithms/adopt.ts";
import { toTick } from "../../ticks.ts";
import { rowHead, rowLife, type Row } from "./row.ts";

/** A row that is stored nowhere. */
export type LooseRow = { readonly numbers: number[]; readonly at: 0 };

/** A row, and what reads it. `room`: numbers that an algorithm has in it; undefined: as many as it wants. */
export type CountedRow = Row & { readonly algorithm: Algorithm; readonly room?: number };

/** A row as it is for another quota than that by which it was counted (algorithms/adopt.ts). Writes nothing. */
export function readRow(from: Algorithm, row: Row, to: CountedRow, nowMicros: number): CountedRow {
  if (rowLife(from, row, toTick(from, nowMicros)) <= 0) return to;
  return { ...row, algorithm: atLimit(from, to.algorithm.limit) };
}

/**
 * Takes what is there from a row in its place.
 *
 * @returns What has to take its place, if anything.
 */
export function takeFrom(row: CountedRow, to: Algorithm, nowMicros: number, cost: number): LooseRow | undefined {
  const { algorithm, numbers, at } = row;
  let until = 0;
  if (algorithm !== to) {
    until = stayUntil(counterIn(row), to, nowMicros, cost, -(numbers[at] as number));
    if (until === 0) return carryOver(row, to, nowMicros, cost);
  }
  numbers[at] = 0 - until;
  algorithm.take(numbers, at + rowHead, toTick(algorithm, nowMicros), cost);
  return undefined;
}

/** A row of another quota with what is used charged now, and `cost` units more, as far as the limit reaches. */
export function carryOver(row: CountedRow, to: Algorithm, nowMicros: number, cost: number): LooseRow {
  const next = freshRow(to);
  const units = unitsUsed(counterIn(row), nowMicros) + cost;
  const blockedMicros = (row.numbers[row.at] as number) * row.algorithm.microsPerTick;
  if (blockedMicros > nowMicros) next.numbers[0] = Math.ceil(blockedMicros / to.microsPerTick);
  if (units > 0) to.penalize(next.numbers, rowHead, toTick(to, nowMicros), units);
  return next;
}

export function freshRow(algorithm: Algorithm): LooseRow {
  return { numbers: [0, ...freshState(algorithm)], at: 0 };
}

function counterIn({ algorithm, numbers, at, room }: CountedRow) {
  return { algorithm, state: numbers, at: at + rowHead, room };
}
