import type { Algorithm } from "../../algorithm.ts";
import { atLimit, isSameButLimit, takeOver } from "../../algorithms/adopt.ts";
import { toTick } from "../../ticks.ts";
import { rowHead, rowLife, type Row } from "./row.ts";

/** A row that is stored nowhere. */
export type LooseRow = { readonly numbers: Float64Array | number[]; readonly at: 0 };

/** A row, and what reads it. `room`: numbers that an algorithm has in it; undefined: as many as it wants. */
export type CountedRow = Row & { readonly algorithm: Algorithm; readonly room?: number };

/** A row as it is for another quota than that by which it was counted (algorithms/adopt.ts). Writes nothing. */
export function readRow(from: Algorithm, row: Row, to: CountedRow, nowMicros: number): CountedRow {
  const { numbers, at } = row;
  if (from === to.algorithm || isSameButLimit(from, to.algorithm)) return { algorithm: to.algorithm, numbers, at };
  if (rowLife(from, row, toTick(from, nowMicros)) <= 0) return to;
  return { algorithm: atLimit(from, to.algorithm.limit), numbers, at };
}

/**
 * Takes what is there.
 *
 * @param row In its place, as `rowToWrite` gives it.
 * @returns What has to take its place, if anything.
 */
export function takeFrom(
  { algorithm, numbers, at, room }: CountedRow,
  to: Algorithm,
  nowMicros: number,
  cost: number,
): LooseRow | undefined {
  if (algorithm === to) {
    numbers[at] = 0;
    to.take(numbers, at + rowHead, toTick(to, nowMicros), cost);
    return undefined;
  }
  const next = freshRow(to);
  const from = { algorithm, state: numbers, at: at + rowHead, room };
  const fresh = { algorithm: to, state: next.numbers, at: rowHead };
  const until = takeOver(from, fresh, nowMicros, cost, -(numbers[at] as number));
  if (until === 0) return next;
  numbers[at] = -until;
  return undefined;
}

/** The same to write into: who writes into what his own quota counts ends what others began. */
export function rowToWrite(from: Algorithm, row: Row, to: CountedRow, nowMicros: number): CountedRow {
  const counted = readRow(from, row, to, nowMicros);
  const { algorithm, numbers, at } = counted;
  if (algorithm === to.algorithm && (numbers[at] as number) < 0) numbers[at] = 0;
  return counted;
}

/** A row of another quota with what is used charged now, as far as that reaches. */
export function carryOver({ algorithm, numbers, at }: CountedRow, to: Algorithm, nowMicros: number): LooseRow {
  const next = freshRow(to);
  const used = to.limit - algorithm.remaining(numbers, at + rowHead, toTick(algorithm, nowMicros));
  const blockedMicros = Math.max(0, numbers[at] as number) * algorithm.microsPerTick;
  next.numbers[0] = Math.ceil(blockedMicros / to.microsPerTick);
  if (used > 0) to.penalize(next.numbers, rowHead, toTick(to, nowMicros), used);
  return next;
}

export function freshRow(algorithm: Algorithm): LooseRow {
  return { numbers: algorithm.grows ? [0] : new Float64Array(algorithm.width + rowHead), at: 0 };
}
