import { ClickError } from "../click-error.ts";
import { createKnownOffsets } from "./known-offsets.ts";

/** A time zone: how far its clocks are from UTC at each instant. */
export type Zone = {
  /** As it was asked for, with the letters of the IANA name: `Asia/Seoul` for `asia/seoul`. */
  readonly name: string;
  /** What a clock there shows at an instant from 2009 on is the instant plus this, in milliseconds. */
  readonly offsetAt: (at: number) => number;
};

/** Making the formatter of a zone takes half a millisecond; with what is remembered it takes some tens of kilobytes. */
const maxKept = 64;

const kept = new Map<string, Zone>();

/**
 * Finds a time zone by its IANA name, such as `Asia/Seoul`; letters may be small or not.
 *
 * The rules are those of the ICU data in Node. Fixed offsets such as `+09:00` are no names.
 *
 * @throws {ClickError} `ZONE_UNKNOWN`
 */
export function findZone(name: string): Zone {
  const found = kept.get(name);
  if (found !== undefined) return found;
  const format = createFormat(name);
  const zone = { name: spelled(name, format), offsetAt: createKnownOffsets((at) => readOffset(format.format(at))) };
  if (kept.size >= maxKept) kept.clear();
  kept.set(name, zone);
  return zone;
}

/** ICU has names of its own for some zones, such as `Asia/Katmandu`: nobody who asked for another one is to be told of those. */
function spelled(name: string, format: Intl.DateTimeFormat): string {
  const { timeZone } = format.resolvedOptions();
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  // Names begin with a letter; what begins with a sign is an offset, which may be of any number of minutes.
  if (!/^[a-z][\w+/-]{0,63}$/i.test(timeZone)) throw new ClickError("ZONE_UNKNOWN", "", { field: "zone" });
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  } catch (error) {
    throw new ClickError("ZONE_UNKNOWN", "", { field: "zone", cause: error });
  }
}

/** `11/30/2026, GMT+05:45`; UTC itself is `GMT`. */
function readOffset(written: string): number {
  const [, sign, hours, minutes, seconds = "0"] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(written) ?? [];
  if (sign === undefined) return 0;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === "-" ? -ms : ms;
}
