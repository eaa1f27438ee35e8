import { dayMs } from "../time-units.ts";
import type { Period } from "./period.ts";
import { createWallClock, type WallClock } from "./wall-clock.ts";

/**
 * The period that a report compares with.
 *
 * - Whole months of the calendar: as many months right before.
 * - What begins with a day: moved back by its days, a begun one as a whole. So the first 15 hours of a day are compared
 *   with the first 15 hours of the day before, on the clocks of the zone.
 * - Everything else: as long, right before.
 */
export function previousPeriod({ from, to, zone }: Period): Period {
  const clock = createWallClock(zone, { from: from - (to - from) - 2 * dayMs, to });
  const local = { from: clock.localAt(from), to: clock.localAt(to) };
  if (isMonthStart(clock, from) && isMonthStart(clock, to)) {
    return { from: clock.instantOf(monthsBefore(local.from, local.to)), to: from, zone };
  }
  if (!isDayStart(clock, from)) return { from: from - (to - from), to: from, zone };
  // Where midnight itself was left out, the clocks show more than it when a day begins.
  const begin = startOfDay(local.from);
  const end = isDayStart(clock, to) ? startOfDay(local.to) : local.to;
  const movedMs = Math.ceil((end - begin) / dayMs) * dayMs;
  return { from: clock.instantOf(begin - movedMs), to: clock.instantOf(end - movedMs), zone };
}

function startOfDay(local: number): number {
  return Math.floor(local / dayMs) * dayMs;
}

function isDayStart(clock: WallClock, at: number): boolean {
  return clock.instantOf(startOfDay(clock.localAt(at))) === at;
}

function isMonthStart(clock: WallClock, at: number): boolean {
  return isDayStart(clock, at) && new Date(clock.localAt(at)).getUTCDate() === 1;
}

/** The beginning of the months that come before `from`, as many as from there to `to`. */
function monthsBefore(from: number, to: number): number {
  const [begin, end] = [new Date(from), new Date(to)];
  const months = 12 * (end.getUTCFullYear() - begin.getUTCFullYear()) + end.getUTCMonth() - begin.getUTCMonth();
  return Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() - months, 1);
}
