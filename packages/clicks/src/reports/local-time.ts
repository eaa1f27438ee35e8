import { minuteMs } from "../time-units.ts";
import type { Zone } from "./zone.ts";

/** Writes an instant as clocks of a zone show it, with their offset (RFC 3339): `2026-12-01T00:30:00+09:00`. */
export function formatLocal(at: number, { offsetAt }: Pick<Zone, "offsetAt">): string {
  const offset = offsetAt(at);
  const local = new Date(at + offset).toISOString();
  // Without the Z, and without milliseconds where there are none.
  return local.slice(0, at % 1_000 === 0 ? 19 : 23) + formatOffset(offset);
}

function formatOffset(offset: number): string {
  if (offset === 0) return "Z";
  const minutes = Math.abs(offset) / minuteMs;
  return `${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
