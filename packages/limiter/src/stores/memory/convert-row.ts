import type { Algorithm } from "../../algorithm.ts";
import { atLimit, freshState, stayUntil, unitsUsed } from "../../algorithms/adopt.ts";
import { toTick } from "../../ticks.ts";
import { lifeMicros, rowHead, type Row } from "./row.ts";

/** A row that is stored nowhere. */
export type LooseRow = Row & { readonly numbers: number[]; readonly at: 0 };

/** A row as it is for another quota than that by which it was counted (algorithms/adopt.ts). Writes nothing. */
export function readRow(row: Row, fresh: Row, nowMicros: number): Row {
  if (lifeMicros(row, nowMicros) === 0) return fresh;
  return { ...row, algorithm: atLimit(row.algorithm, fresh.algorithm.limit) };
}

/**
 * Takes what is there from a row in its place.
 *
 * @returns What has to take its place, if anything.
 */
export function takeFrom(row: Row, to: Algorithm, nowMicros: number, cost: number): LooseRow | undefined {
  const { algorithm, numbers, at } = row;
  let until = 0;
  if (algorithm !== to) {
    const counter = { ...row, at: at + rowHead };
    const units = unitsUsed(counter, nowMicros) + cost;
    until = stayUntil(counter, to, nowMicros, units, -(numbers[at] as number));
    if (until === 0) {
      const next = freshRow(to);
      to.penalize(next.numbers, rowHead, toTick(to, nowMicros), units);
      return next;
    }
  }
  numbers[at] = 0 - until;
  algorithm.take(numbers, at + rowHead, toTick(algorithm, nowMicros), cost);
  return undefined;
}

export function freshRow(algorithm: Algorithm): LooseRow {
  return { algorithm, numbers: [0, ...freshState(algorithm)], at: 0 };
}
