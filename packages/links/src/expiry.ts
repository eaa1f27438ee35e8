import { LinkError } from "./errors.ts";

const FIELD = "expiresAt";

/** RFC 3339 section 5.6, `date-time`: T and Z in either case, a zone always, a fraction of any length. */
const dateTime =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)T(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.(?<fraction>\d+))?(?:Z|(?<sign>[+-])(?<zoneHour>\d\d):(?<zoneMinute>\d\d))$/i;

/** The last instant that can be written back with a year of four digits. */
const MAX_AT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Reads when a link expires.
 *
 * Digits after the millisecond are cut off. A leap second (`:60`) is refused although RFC 3339 has it: no clock here
 * can tell that instant from the next second, so it could not be given back as the same one. So is what lies after the
 * year 9999 in UTC.
 *
 * @returns Milliseconds since 1970.
 * @throws {LinkError} `EXPIRY_MALFORMED`; `EXPIRY_PAST` when the instant is `now` or earlier.
 */
export function parseExpiry(text: string, now: number): number {
  const expiresAt = parseInstant(text);
  if (expiresAt === undefined || expiresAt > MAX_AT) throw new LinkError("EXPIRY_MALFORMED", FIELD);
  if (expiresAt <= now) throw new LinkError("EXPIRY_PAST", FIELD);
  return expiresAt;
}

function parseInstant(text: string): number | undefined {
  const parts = dateTime.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const midnight = midnightOf(numberOf(parts["year"]), numberOf(parts["month"]), numberOf(parts["day"]));
  const time = timeOfDay(numberOf(parts["hour"]), numberOf(parts["minute"]), numberOf(parts["second"]));
  const offset = timeOfDay(numberOf(parts["zoneHour"]), numberOf(parts["zoneMinute"]), 0);
  if (midnight === undefined || time === undefined || offset === undefined) return undefined;
  const milliseconds = numberOf(parts["fraction"]?.slice(0, 3).padEnd(3, "0"));
  return midnight + time + milliseconds - (parts["sign"] === "-" ? -offset : offset);
}

/** Undefined where the calendar has no such day: Date would go on into the next month, or take year 50 for 1950. */
function midnightOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 ? date.getTime() : undefined;
}

function timeOfDay(hour: number, minute: number, second: number): number | undefined {
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return ((hour * 60 + minute) * 60 + second) * 1_000;
}

function numberOf(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits);
}
