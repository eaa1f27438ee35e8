import { ClickError } from "../click-error.ts";
import type { Span } from "../click-store.ts";
import { dayMs, hourMs, minuteMs } from "../time-units.ts";
import { createWallClock, type WallClock } from "./wall-clock.ts";
import type { Zone } from "./zone.ts";

/** How long the buckets of a series are, in the time of a zone. A week begins on Monday (ISO 8601). */
export const grains = ["minute", "quarter-hour", "hour", "day", "week", "month"] as const;

export type Grain = (typeof grains)[number];

/** A series of more would be too much to answer, and nothing that anybody could look at. */
const maxBuckets = 2_000;

/** How long a bucket of each grain is, for as long as no clocks are set; a month is its shortest. */
const usualMs: Readonly<Record<Grain, number>> = {
  minute: minuteMs,
  "quarter-hour": 15 * minuteMs,
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 28 * dayMs,
};

/**
 * Divides a span into buckets: `n + 1` instants that grow, the span's own ends first and last. The first and the last
 * bucket are cut by the span.
 *
 * - Minutes and quarter-hours are the same in every zone: all offsets since 2020 are whole quarter-hours.
 * - An hour begins where clocks show a whole hour, and where they are set. An hour that is shown twice is two buckets.
 * - A day begins when clocks first show its midnight or, where they are set past it, later: it has 23 to 25 hours.
 *   Weeks and months begin with a day. A day that a zone left out is no bucket.
 *
 * @throws {ClickError} `BUCKETS_TOO_MANY`
 */
export function bucketBounds(zone: Zone, span: Span, grain: Grain): readonly number[] {
  // Before they are made, with room for days and months that are longer.
  if ((span.to - span.from) / usualMs[grain] > 1.2 * maxBuckets) throw tooMany();
  const isEverywhere = grain === "minute" || grain === "quarter-hour";
  const inner = isEverywhere ? everywhere(span, usualMs[grain]) : inZone(zone, span, grain);
  if (inner.length + 1 > maxBuckets) throw tooMany();
  return [span.from, ...inner, span.to];
}

const tooMany = (): ClickError => new ClickError("BUCKETS_TOO_MANY", "", { field: "grain" });

function everywhere({ from, to }: Span, unitMs: number): readonly number[] {
  const bounds: number[] = [];
  for (let at = (Math.floor(from / unitMs) + 1) * unitMs; at < to; at += unitMs) bounds.push(at);
  return bounds;
}

function inZone(zone: Zone, span: Span, grain: "hour" | "day" | "week" | "month"): readonly number[] {
  const clock = createWallClock(zone, span);
  return grain === "hour" ? hourBounds(clock, span) : dateBounds(clock, span, grain);
}

function hourBounds({ stretches }: WallClock, { from, to }: Span): readonly number[] {
  const bounds: number[] = [];
  for (const [index, stretch] of stretches.entries()) {
    const end = Math.min(to, stretches[index + 1]?.from ?? Infinity);
    if (stretch.from > from && stretch.from < to) bounds.push(stretch.from);
    const after = Math.max(from, stretch.from);
    const first = (Math.floor((after + stretch.offset) / hourMs) + 1) * hourMs - stretch.offset;
    for (let at = first; at < end; at += hourMs) bounds.push(at);
  }
  return bounds;
}

function dateBounds({ localAt, instantOf }: WallClock, { from, to }: Span, grain: DateGrain): readonly number[] {
  const bounds: number[] = [];
  let last = from;
  for (let local = nextStart(localAt(from), grain); last < to; local = nextStart(local, grain)) {
    const at = instantOf(local);
    if (at > last && at < to) bounds.push(at);
    last = at;
  }
  return bounds;
}

type DateGrain = "day" | "week" | "month";

/** The local midnight at which the next day, week or month begins. */
function nextStart(local: number, grain: DateGrain): number {
  if (grain === "month") {
    const date = new Date(local);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  }
  const day = Math.floor(local / dayMs);
  // 1970-01-01 was a Thursday, the fourth day of its week.
  return (grain === "day" ? day + 1 : day + 7 - ((day + 3) % 7)) * dayMs;
}
