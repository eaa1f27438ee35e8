import type { Algorithm } from "../../algorithm.ts";
import { adopt } from "./adopt-stand-in.ts";
import { rowHead, type Row } from "./row.ts";

/** A row that is stored nowhere. */
export type LooseRow = { readonly numbers: Float64Array | number[]; readonly at: 0 };

/** What becomes of the row of a key that another algorithm counts from now on. Changes nothing. */
export function convertRow(from: Algorithm, row: Row, to: Algorithm, nowMicros: number): LooseRow {
  const converted = freshRow(to);
  const blockedUntil = row.numbers[row.at] ?? 0;
  converted.numbers[0] = Math.ceil((blockedUntil * from.microsPerTick) / to.microsPerTick);
  adopt(from, row.numbers, row.at + rowHead, to, converted.numbers, rowHead, nowMicros);
  return converted;
}

export function freshRow(algorithm: Algorithm): LooseRow {
  return { numbers: algorithm.grows ? [0] : new Float64Array(algorithm.width + rowHead), at: 0 };
}
