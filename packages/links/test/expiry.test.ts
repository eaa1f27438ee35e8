import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseExpiry } from "../src/expiry.ts";

fc.configureGlobal({ seed: 3339 });

const now = Date.UTC(2026, 10, 1);

describe("parseExpiry", () => {
  it.each([
    ["2030-01-01T00:00:00Z", "2030-01-01T00:00:00.000Z"],
    ["2030-01-01T00:00:00+09:00", "2029-12-31T15:00:00.000Z"],
    ["2030-01-01T00:00:00-09:30", "2030-01-01T09:30:00.000Z"],
    ["2030-01-01T00:00:00+23:59", "2029-12-31T00:01:00.000Z"],
    ["2030-01-01T00:00:00-00:00", "2030-01-01T00:00:00.000Z"],
    ["2030-01-01t00:00:00z", "2030-01-01T00:00:00.000Z"],
    ["2030-01-01T23:59:59.5Z", "2030-01-01T23:59:59.500Z"],
    ["2030-01-01T23:59:59.05Z", "2030-01-01T23:59:59.050Z"],
    ["2030-01-01T23:59:59.9999Z", "2030-01-01T23:59:59.999Z"],
    ["2030-01-01T23:59:59.123456789+00:00", "2030-01-01T23:59:59.123Z"],
    ["2028-02-29T12:00:00Z", "2028-02-29T12:00:00.000Z"],
    ["2400-02-29T12:00:00Z", "2400-02-29T12:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("reads %s as %s", (text, instant) => {
    expect(new Date(parseExpiry(text, now)).toISOString()).toBe(instant);
  });

  it.each([
    ["no zone", "2030-01-01T00:00:00"],
    ["a date alone", "2030-01-01"],
    ["30 February", "2030-02-30T00:00:00Z"],
    ["29 February of a common year", "2030-02-29T00:00:00Z"],
    ["29 February of 2100", "2100-02-29T00:00:00Z"],
    ["31 April", "2030-04-31T00:00:00Z"],
    ["day 0", "2030-01-00T00:00:00Z"],
    ["day 32", "2030-01-32T00:00:00Z"],
    ["month 13", "2030-13-01T00:00:00Z"],
    ["month 0", "2030-00-01T00:00:00Z"],
    ["hour 24", "2030-01-01T24:00:00Z"],
    ["minute 60", "2030-01-01T00:60:00Z"],
    ["second 61", "2030-01-01T00:00:61Z"],
    ["a leap second", "2030-06-30T23:59:60Z"],
    ["a zone hour of 24", "2030-01-01T00:00:00+24:00"],
    ["a zone minute of 60", "2030-01-01T00:00:00+09:60"],
    ["a zone without a colon", "2030-01-01T00:00:00+0900"],
    ["a zone without minutes", "2030-01-01T00:00:00+09"],
    ["a zone by name", "2030-01-01T00:00:00 KST"],
    ["a space for T", "2030-01-01 00:00:00Z"],
    ["no seconds", "2030-01-01T00:00Z"],
    ["a fraction without digits", "2030-01-01T00:00:00.Z"],
    ["a fraction after a comma", "2030-01-01T00:00:00,5Z"],
    ["a year of five digits", "12030-01-01T00:00:00Z"],
    ["a signed year", "+002030-01-01T00:00:00Z"],
    ["a year of two digits", "30-01-01T00:00:00Z"],
    ["an instant after the year 9999 in UTC", "9999-12-31T23:59:59-00:01"],
    ["space around", " 2030-01-01T00:00:00Z"],
    ["a line break at the end", "2030-01-01T00:00:00Z\n"],
    ["full-width digits", "２０３０-01-01T00:00:00Z"],
    ["a number", "1893456000000"],
    ["a week", "2030-W01-1T00:00:00Z"],
    ["nothing", ""],
  ])("refuses %s as malformed: %j", (_, text) => {
    expect(() => parseExpiry(text, now)).toThrow(
      expect.objectContaining({ code: "EXPIRY_MALFORMED", field: "expiresAt" }),
    );
  });

  it.each(["2026-11-01T00:00:00Z", "2026-11-01T09:00:00+09:00", "1999-01-01T00:00:00Z", "0050-01-01T00:00:00Z"])(
    "refuses %s as past",
    (text) => {
      expect(() => parseExpiry(text, now)).toThrow(
        expect.objectContaining({ code: "EXPIRY_PAST", field: "expiresAt" }),
      );
    },
  );

  it("accepts the first millisecond after now and not the same one", () => {
    expect(parseExpiry("2026-11-01T00:00:00.001Z", now)).toBe(now + 1);
    expect(() => parseExpiry("2026-11-01T00:00:00.0009Z", now)).toThrow(
      expect.objectContaining({ code: "EXPIRY_PAST" }),
    );
  });

  it("takes a year below 100 at its word", () => {
    expect(parseExpiry("0050-01-01T00:00:00Z", Date.parse("-000001-01-01T00:00:00Z"))).toBe(
      Date.parse("0050-01-01T00:00:00Z"),
    );
  });

  it("reads back every instant up to the year 9999, in every zone", () => {
    const instant = fc.date({
      min: new Date(now + 1),
      max: new Date("9999-12-30T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instant, fc.integer({ min: -1_439, max: 1_439 }), (date, offsetMinutes) => {
        expect(parseExpiry(inZone(date, offsetMinutes), now)).toBe(date.getTime());
      }),
    );
  });
});

function inZone(date: Date, offsetMinutes: number): string {
  const local = new Date(date.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1);
  const minutes = Math.abs(offsetMinutes);
  const [hh, mm] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${local}${offsetMinutes < 0 ? "-" : "+"}${hh}:${mm}`;
}
