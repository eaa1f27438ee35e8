import type { Algorithm } from "../../algorithm.ts";
import { adopt } from "../../algorithms/adopt.ts";
import { toTick } from "../../ticks.ts";
import { rowHead, type Row } from "./row.ts";

/** A row that is stored nowhere. */
export type LooseRow = { readonly numbers: Float64Array | number[]; readonly at: 0 };

/** What becomes of the row of a key that another algorithm counts from now on. Changes nothing. */
export function convertRow(from: Algorithm, row: Row, to: Algorithm, nowMicros: number): LooseRow {
  const converted = freshRow(to);
  const blockedUntil = row.numbers[row.at] as number;
  converted.numbers[0] = Math.ceil((blockedUntil * from.microsPerTick) / to.microsPerTick);
  const counter = { algorithm: from, state: row.numbers, at: row.at + rowHead };
  adopt(counter, { algorithm: to, state: converted.numbers, at: rowHead }, nowMicros);
  return converted;
}

/** Whether more is used of the row than another algorithm could remember: then it is left as it is. */
export function isBeyond(from: Algorithm, { numbers, at }: Row, to: Algorithm, nowMicros: number): boolean {
  return from.limit - from.remaining(numbers, at + rowHead, toTick(from, nowMicros)) > to.limit;
}

export function freshRow(algorithm: Algorithm): LooseRow {
  return { numbers: algorithm.grows ? [0] : new Float64Array(algorithm.width + rowHead), at: 0 };
}
