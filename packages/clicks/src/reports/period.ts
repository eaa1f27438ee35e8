import { ClickError } from "../click-error.ts";
import type { Span } from "../click-store.ts";
import { dayMs, hourMs, minuteMs } from "../time-units.ts";
import { createWallClock } from "./wall-clock.ts";
import { findZone, type Zone } from "./zone.ts";

/** Which time a report is about, as it is asked for. */
export type PeriodRequest = {
  /**
   * An instant with its offset (RFC 3339), a date, from whose beginning on, or a time before the end: `90m`, `24h`,
   * `7d` or `4w`, which begins at the whole quarter-hour before where it would not at one. Days and weeks are those of the
   * calendar, the last one with the end in it. Default: `7d`.
   */
  readonly from: string | undefined;
  /** An instant with its offset, or a date, up to whose end. Default: now, up to the next whole quarter-hour. */
  readonly to: string | undefined;
  /** An IANA name. Default: UTC. */
  readonly zone: string | undefined;
};

export type Period = Span & { readonly zone: Zone };

/** What the ends of a period are multiples of. */
export const quarterMs = 15 * minuteMs;

/**
 * On the clocks of the zone. Since 2020 every offset of every zone has been whole quarter-hours; no click is older than this
 * program.
 */
const earliest = Date.UTC(2020, 0, 1);
const latest = Date.UTC(2100, 0, 1);

/** Ten years, with three leap days. */
const maxSpanMs = 3_653 * dayMs;

/**
 * Finds the time that a report is about.
 *
 * @param stepMs What both ends must be multiples of.
 * @throws {ClickError} `ZONE_UNKNOWN`, `PERIOD_MALFORMED`, `PERIOD_UNALIGNED`, `PERIOD_INVALID`
 */
export function findPeriod(request: PeriodRequest, now: number, stepMs: number = quarterMs): Period {
  const zone = findZone(request.zone ?? "UTC");
  const to = request.to === undefined ? Math.ceil(now / stepMs) * stepMs : endOf(request.to, zone);
  requireKnown(to, zone, "to");
  const from = beginOf(request.from ?? "7d", { to, stepMs, zone });
  requireKnown(from, zone, "from");
  if (to <= from || to - from > maxSpanMs) throw new ClickError("PERIOD_INVALID", "", { field: "from" });
  for (const [field, at] of [
    ["from", from],
    ["to", to],
  ] as const) {
    if (at % stepMs !== 0) throw new ClickError("PERIOD_UNALIGNED", "", { field });
  }
  return { from, to, zone };
}

function requireKnown(at: number, { offsetAt }: Zone, field: string): void {
  requireNear(at, field);
  const shown = at + offsetAt(at);
  if (shown < earliest || shown > latest) throw new ClickError("PERIOD_INVALID", "", { field });
}

/** Before a zone is asked, which remembers what it was asked for: no clock is a day from UTC. */
function requireNear(at: number, field: string): void {
  if (at < earliest - dayMs || at > latest + dayMs) throw new ClickError("PERIOD_INVALID", "", { field });
}

function endOf(text: string, zone: Zone): number {
  const date = parseDate(text);
  return date === undefined ? parseInstant(text, "to") : midnight(date + dayMs, zone, "to");
}

type Ending = { readonly to: number; readonly stepMs: number; readonly zone: Zone };

function beginOf(text: string, { to, stepMs, zone }: Ending): number {
  const [, count, unit] = /^([1-9]\d{0,4})([mhdw])$/.exec(text) ?? [];
  if (unit !== undefined) return before(Number(count), unit, { to, stepMs, zone });
  const date = parseDate(text);
  return date === undefined ? parseInstant(text, "from") : midnight(date, zone, "from");
}

function before(count: number, unit: string, { to, stepMs, zone }: Ending): number {
  if (unit === "m") return Math.floor((to - count * minuteMs) / stepMs) * stepMs;
  if (unit === "h") return to - count * hourMs;
  const days = unit === "w" ? 7 * count : count;
  // Too far back for a period to begin at: nothing is to be looked up there.
  if (days * dayMs > maxSpanMs) throw new ClickError("PERIOD_INVALID", "", { field: "from" });
  // A period that ends at a midnight does not have the day that begins there.
  const last = Math.floor((to - 1 + zone.offsetAt(to - 1)) / dayMs) * dayMs;
  return midnight(last - (days - 1) * dayMs, zone, "from");
}

/** When a date begins, given as its midnight in UTC. */
function midnight(date: number, zone: Zone, field: string): number {
  requireNear(date, field);
  return createWallClock(zone, { from: date, to: date }).instantOf(date);
}

function parseDate(text: string): number | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? strictDate(`${text}T00:00:00.000Z`) : undefined;
}

/** RFC 3339 with whole seconds, for nothing finer can begin a period. */
function parseInstant(text: string, field: string): number {
  const [, local, offset = ""] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.0{1,9})?(Z|[+-]\d\d:\d\d)$/i.exec(text) ?? [];
  const at = local === undefined ? undefined : strictDate(`${local.toUpperCase()}.000Z`);
  const ahead = offsetMs(offset);
  if (at === undefined || ahead === undefined) throw new ClickError("PERIOD_MALFORMED", "", { field });
  return at - ahead;
}

/** Undefined for what no calendar has: the 30th of February, 25 o'clock. */
function strictDate(written: string): number | undefined {
  const at = Date.parse(written);
  return Number.isNaN(at) || new Date(at).toISOString() !== written ? undefined : at;
}

function offsetMs(written: string): number | undefined {
  if (/^z$/i.test(written)) return 0;
  const [hours, minutes] = [Number(written.slice(1, 3)), Number(written.slice(4))];
  if (hours > 23 || minutes > 59) return undefined;
  return (written.startsWith("-") ? -1 : 1) * (hours * hourMs + minutes * minuteMs);
}
