import type { Span } from "../click-store.ts";
import { minuteMs } from "./unique-clicks.ts";

/** The instants at which a new day begins in a zone, found by looking at every quarter of an hour. */
export function zoneDays(timeZone: string, { from, to }: Span): readonly number[] {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const bounds: number[] = [];
  let before = format.format(from - 15 * minuteMs);
  for (let at = from; at <= to; at += 15 * minuteMs) {
    const day = format.format(at);
    if (day !== before) bounds.push(at);
    before = day;
  }
  return bounds;
}
