import { overTicks, toTick } from "./row.ts";
import type { Segment } from "./segment.ts";
import type { Table } from "./table.ts";

/** Where looking goes on, and how many rows beyond the usual may still be looked at. */
export type ClockHand = { segment: number; slot: number; credit: number };

type Place = { readonly segment: Segment; readonly slot: number };

/** Rows that are always looked at: the nearest to fresh of them goes. */
const usualLooks = 8;
/** What each new key adds to, and the most there can be of, looks for a row that is not over its limit. */
const creditPerKey = 64;
const maxCredit = 4096;

export function createClockHand(): ClockHand {
  return { segment: 0, slot: -1, credit: maxCredit };
}

/**
 * Removes one row of a full table: one that equals a fresh one, else the nearest to that of those looked at.
 *
 * A row that is over its limit or blocked goes only when all rows looked at are, and then the one that is so for the
 * shortest time: who sends many keys cannot free his own. Looking is bounded: 72 rows a key over time, 4,104 at once.
 */
export function makeRoom(table: Table, hand: ClockHand, nowMicros: number): void {
  hand.credit = Math.min(maxCredit, hand.credit + creditPerKey);
  let under: Place | undefined;
  let underLife = Infinity;
  let over: Place | undefined;
  let overWait = Infinity;
  for (
    let looks = 0;
    looks < table.size && (looks < usualLooks || (under === undefined && hand.credit-- > 0));
    looks++
  ) {
    const place = next(table, hand);
    const life = table.lifeMicros(place.segment, place.slot, nowMicros);
    const wait = life === 0 ? 0 : overMicros(table, place, nowMicros);
    if (wait > 0 && wait < overWait) [over, overWait] = [place, wait];
    if (wait === 0 && life < underLife) [under, underLife] = [place, life];
    if (life === 0) break;
  }
  const place = under ?? over;
  if (place !== undefined) table.remove(place.segment, place.slot);
}

/** The next row; there must be one. */
function next({ segments }: Table, hand: ClockHand): Place {
  for (;;) {
    const segment = segments[hand.segment];
    hand.slot++;
    if (segment !== undefined && hand.slot < segment.slots) {
      if (segment.hashAt(hand.slot) !== 0) return { segment, slot: hand.slot };
    } else {
      hand.segment = hand.segment + 1 < segments.length ? hand.segment + 1 : 0;
      hand.slot = -1;
    }
  }
}

function overMicros(table: Table, { segment, slot }: Place, nowMicros: number): number {
  const algorithm = table.algorithmAt(segment, slot);
  return overTicks(algorithm, segment.row(slot), toTick(algorithm, nowMicros)) * algorithm.microsPerTick;
}
