import { rowHead, rowWait, toTick } from "./row.ts";
import type { Table } from "./table.ts";

/** Where looking goes on, and how many rows beyond the usual may still be looked at. */
export type ClockHand = { row: number; credit: number };

/** Rows that are always looked at: the nearest to fresh of them goes. */
const usualLooks = 8;
/** What each new key adds to, and the most there can be of, looks for a row that is not over its limit. */
const creditPerKey = 64;
const maxCredit = 4096;

/**
 * Removes one row of a full table: one that equals a fresh one, else the nearest to that of those looked at.
 *
 * A row that is over its limit or blocked goes only when all rows looked at are, and then the one that is so for the
 * shortest time: who sends many keys cannot free his own. Looking is bounded: 72 rows a key over time, 4,104 at once.
 */
export function makeRoom(table: Table, hand: ClockHand, nowMicros: number): void {
  hand.credit = Math.min(maxCredit, hand.credit + creditPerKey);
  let under = -1;
  let underLife = Infinity;
  let over = -1;
  let overWait = Infinity;
  for (let looks = 0; looks < table.size && (looks < usualLooks || (under < 0 && hand.credit-- > 0)); looks++) {
    const number = next(table, hand);
    const life = table.lifeMicros(number, nowMicros);
    if (life === 0) return table.remove(number);
    const wait = overMicros(table, number, nowMicros);
    if (wait === 0 && life < underLife) [under, underLife] = [number, life];
    else if (wait > 0 && wait < overWait) [over, overWait] = [number, wait];
  }
  table.remove(under < 0 ? over : under);
}

/** The next row that is somebody's; there must be one. */
function next({ rows }: Table, hand: ClockHand): number {
  for (;;) {
    hand.row = hand.row + 1 < rows.end ? hand.row + 1 : 0;
    if (rows.textOf(hand.row) !== undefined) return hand.row;
  }
}

/** How long nothing at all can be taken any more; 0: something can. */
function overMicros({ rows }: Table, number: number, nowMicros: number): number {
  const { algorithm } = rows.quotaOf(number);
  const now = toTick(algorithm, nowMicros);
  const row = rows.get(number);
  const blocked = Math.max(0, (row.numbers[row.at] ?? 0) - now);
  const wait = algorithm.limit === 0 || isOpen() ? blocked : rowWait(algorithm, row, now, 1);
  return wait * algorithm.microsPerTick;

  function isOpen() {
    return algorithm.remaining(row.numbers, row.at + rowHead, now) > 0;
  }
}
