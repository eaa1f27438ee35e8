import { isCheaper, type Rank } from "./row.ts";
import type { Segment } from "./segment.ts";
import type { Table } from "./table.ts";

/** Where looking goes on, and how many rows beyond the usual may still be looked at. */
export type ClockHand = { segment: number; slot: number; credit: number };

type Place = { readonly segment: Segment; readonly slot: number };

/** Rows that are always looked at. */
const usualLooks = 8;
/** What each new key adds to, and the most there can be of, looks for a row that has used no more than half. */
const creditPerKey = 64;
export const maxCredit = 4096;

/**
 * Removes one row of a full table: the first found that equals a fresh one, else the one of those looked at that has
 * used the least part of its limit.
 *
 * A row that has used more than half goes only when all rows looked at have used as much: who sends many keys cannot free
 * one that is over its limit, or nearly so. Looking is bounded: 72 rows a key over time, 4,104 at once.
 */
export function makeRoom(table: Table, hand: ClockHand, nowMicros: number): void {
  hand.credit = Math.min(maxCredit, hand.credit + creditPerKey);
  let found: Place | undefined;
  let least: Rank = [Infinity, 0];
  for (let looks = 0; looks < table.size && (looks < usualLooks || (least[0] > 0.5 && hand.credit-- > 0)); looks++) {
    const place = next(table, hand);
    const rank = table.rank(place.segment, place.slot, nowMicros);
    if (isCheaper(rank, least)) [found, least] = [place, rank];
    if (rank[1] === 0) break;
  }
  if (found !== undefined) table.drop(found.segment, found.slot);
}

/** The next row; there must be one. */
function next({ segments }: Table, hand: ClockHand): Place {
  for (;;) {
    const segment = segments[hand.segment];
    hand.slot++;
    if (segment !== undefined && hand.slot < segment.slotCount) {
      if (segment.hashAt(hand.slot) !== 0) return { segment, slot: hand.slot };
    } else {
      hand.segment = hand.segment + 1 < segments.length ? hand.segment + 1 : 0;
      hand.slot = -1;
    }
  }
}
