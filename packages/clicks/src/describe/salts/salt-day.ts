import { dayMs } from "../../time-units.ts";

/** The UTC day of an instant, in whole days since 1970-01-01. */
export function saltDayOf(at: number): number {
  return Math.floor(at / dayMs);
}

/** Writes a day as `2026-11-30`. */
export function formatSaltDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** Reads what `formatSaltDay` wrote. Undefined for anything else. */
export function parseSaltDay(text: string): number | undefined {
  const day = saltDayOf(Date.parse(`${text}T00:00:00Z`));
  return Number.isNaN(day) || formatSaltDay(day) !== text ? undefined : day;
}
