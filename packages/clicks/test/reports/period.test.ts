import { describe, expect, it, onTestFinished, vi } from "vitest";
import { formatLocal } from "../../src/reports/local-time.ts";
import { findPeriod } from "../../src/reports/period.ts";
import { previousPeriod } from "../../src/reports/previous-period.ts";
import { minuteMs } from "../../src/time-units.ts";

const now = Date.parse("2026-11-30T06:20:00Z");

type Asked = { readonly from?: string; readonly to?: string; readonly zone?: string };

function find({ from, to, zone }: Asked, stepMs?: number): readonly [string, string] {
  const period = findPeriod({ from, to, zone }, now, stepMs);
  return [formatLocal(period.from, period.zone), formatLocal(period.to, period.zone)];
}

function previous({ from, to, zone }: Asked): readonly [string, string] {
  const period = previousPeriod(findPeriod({ from, to, zone }, now));
  return [formatLocal(period.from, period.zone), formatLocal(period.to, period.zone)];
}

describe("a period", () => {
  it.each([
    ["the last seven days by default", {}, "2026-11-24T00:00:00Z", "2026-11-30T06:30:00Z"],
    ["hours before now", { from: "24h" }, "2026-11-29T06:30:00Z", "2026-11-30T06:30:00Z"],
    ["minutes before now", { from: "90m" }, "2026-11-30T05:00:00Z", "2026-11-30T06:30:00Z"],
    [
      "minutes that are no quarter-hours, from the one before",
      { from: "10m" },
      "2026-11-30T06:15:00Z",
      "2026-11-30T06:30:00Z",
    ],
    ["today", { from: "1d", zone: "Asia/Seoul" }, "2026-11-30T00:00:00+09:00", "2026-11-30T15:30:00+09:00"],
    ["two weeks of days", { from: "2w" }, "2026-11-17T00:00:00Z", "2026-11-30T06:30:00Z"],
    [
      "dates, both whole",
      { from: "2026-11-01", to: "2026-11-30", zone: "Asia/Kathmandu" },
      "2026-11-01T00:00:00+05:45",
      "2026-12-01T00:00:00+05:45",
    ],
    [
      "days before a midnight, which do not have the day that begins there",
      { from: "1d", to: "2026-11-29T15:00:00Z", zone: "Asia/Seoul" },
      "2026-11-29T00:00:00+09:00",
      "2026-11-30T00:00:00+09:00",
    ],
    [
      "instants with offsets",
      { from: "2026-11-30T00:00:00+09:00", to: "2026-11-30t06:00:00.000z" },
      "2026-11-29T15:00:00Z",
      "2026-11-30T06:00:00Z",
    ],
    [
      "the first days of 2020, which began in 2019 in UTC",
      { from: "2020-01-01", to: "2020-01-02", zone: "Pacific/Kiritimati" },
      "2020-01-01T00:00:00+14:00",
      "2020-01-03T00:00:00+14:00",
    ],
    [
      "the last day of 2099, which ends in 2100 in UTC",
      { from: "1d", to: "2099-12-31", zone: "America/Bogota" },
      "2099-12-31T00:00:00-05:00",
      "2100-01-01T00:00:00-05:00",
    ],
    [
      "a date whose midnight was left out",
      { from: "2024-04-26", to: "2024-04-26", zone: "Africa/Cairo" },
      "2024-04-26T01:00:00+03:00",
      "2024-04-27T00:00:00+03:00",
    ],
  ])("is %s", (_, asked, from, to) => {
    expect(find(asked)).toEqual([from, to]);
  });

  it("may begin at whole minutes where buckets are that short", () => {
    expect(find({ from: "7m" }, minuteMs)).toEqual(["2026-11-30T06:13:00Z", "2026-11-30T06:20:00Z"]);
  });

  it.each([
    ["2026-11-30", "PERIOD_INVALID", { from: "2026-11-30", to: "2026-11-29" }],
    ["no time at all", "PERIOD_INVALID", { from: "2026-11-30T00:00:00Z", to: "2026-11-30T00:00:00Z" }],
    ["more than ten years", "PERIOD_INVALID", { from: "2020-01-01", to: "2031-01-01" }],
    ["before 2020", "PERIOD_INVALID", { from: "2019-12-31" }],
    ["before 2020 in its zone", "PERIOD_INVALID", { from: "2020-01-01T00:00:00Z", zone: "America/Bogota" }],
    ["after 2099 in its zone", "PERIOD_INVALID", { from: "1d", to: "2100-01-01T00:00:00Z", zone: "Asia/Seoul" }],
    ["too many weeks", "PERIOD_INVALID", { from: "99999w" }],
    ["too many days", "PERIOD_INVALID", { from: "99999d" }],
    ["a time that is no whole quarter-hour", "PERIOD_UNALIGNED", { from: "2026-11-30T00:10:00Z" }],
    ["whole seconds", "PERIOD_UNALIGNED", { from: "2026-11-30T00:00:01Z" }],
    ["a day that no month has", "PERIOD_MALFORMED", { from: "2026-02-30" }],
    ["an hour that no day has", "PERIOD_MALFORMED", { from: "2026-11-30T24:00:00Z" }],
    ["an offset that cannot be", "PERIOD_MALFORMED", { from: "2026-11-30T00:00:00+24:00" }],
    ["a time without an offset", "PERIOD_MALFORMED", { from: "2026-11-30T00:00:00" }],
    ["a + that became a space", "PERIOD_MALFORMED", { from: "2026-11-30T00:00:00 09:00" }],
    ["fractions of a second", "PERIOD_MALFORMED", { from: "2026-11-30T00:00:00.5Z" }],
    ["no days", "PERIOD_MALFORMED", { from: "0d" }],
    ["a word", "PERIOD_MALFORMED", { from: "yesterday" }],
    ["a time before its end as the end", "PERIOD_MALFORMED", { to: "7d" }],
    ["a zone that is none", "ZONE_UNKNOWN", { zone: "Europe/Atlantis" }],
  ])("is refused with %s: %s", (_, code, asked) => {
    expect(() => find(asked)).toThrow(expect.objectContaining({ code }));
  });

  it("is refused without a question to its zone where it is years outside of what is known", () => {
    const zone = "America/Halifax";
    find({ zone });
    // A getter, which TypeScript's library takes for a method.
    const prototype: object = Intl.DateTimeFormat.prototype;
    const asked = vi.spyOn(prototype as { readonly format: unknown }, "format", "get");
    onTestFinished(() => asked.mockRestore());
    for (const year of ["0001", "1970", "2018", "2102", "9999"]) {
      for (const end of [`${year}-07-01`, `${year}-07-01T00:00:00Z`]) {
        expect(() => find({ to: end, zone })).toThrow(expect.objectContaining({ code: "PERIOD_INVALID", field: "to" }));
        expect(() => find({ from: end, zone })).toThrow(expect.objectContaining({ field: "from" }));
      }
    }
    expect(asked).not.toHaveBeenCalled();
    find({ to: "2027-07-01", from: "1d", zone });
    expect(asked).toHaveBeenCalled();
  });
});

describe("the period before", () => {
  it.each([
    ["whole days", { from: "2026-11-23", to: "2026-11-29" }, "2026-11-16T00:00:00Z", "2026-11-23T00:00:00Z"],
    ["begun days", { from: "7d" }, "2026-11-17T00:00:00Z", "2026-11-23T06:30:00Z"],
    ["a whole month", { from: "2026-03-01", to: "2026-03-31" }, "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"],
    ["three months", { from: "2026-01-01", to: "2026-03-31" }, "2025-10-01T00:00:00Z", "2026-01-01T00:00:00Z"],
    ["a month that has begun", { from: "2026-11-01" }, "2026-10-02T00:00:00Z", "2026-10-31T06:30:00Z"],
    ["hours", { from: "24h" }, "2026-11-28T06:30:00Z", "2026-11-29T06:30:00Z"],
    [
      "a day of 23 hours is the 24 before it",
      { from: "2026-03-29", to: "2026-03-29", zone: "Europe/Berlin" },
      "2026-03-28T00:00:00+01:00",
      "2026-03-29T00:00:00+01:00",
    ],
    [
      "a day after one whose midnight was left out begins at one",
      { from: "2024-04-27", to: "2024-04-27", zone: "Africa/Cairo" },
      "2024-04-26T01:00:00+03:00",
      "2024-04-27T00:00:00+03:00",
    ],
    [
      "a day before one whose midnight was left out ends at one",
      { from: "2024-04-25", to: "2024-04-25", zone: "Africa/Cairo" },
      "2024-04-24T00:00:00+02:00",
      "2024-04-25T00:00:00+02:00",
    ],
  ])("of %s", (_, asked, from, to) => {
    expect(previous(asked)).toEqual([from, to]);
  });

  it("of whole days ends where the period begins, whatever was left out", () => {
    for (const zone of ["Africa/Cairo", "Asia/Beirut", "Europe/Berlin", "America/Havana"]) {
      for (let day = 1; day < 300; day += 1) {
        const date = new Date(Date.UTC(2024, 0, day)).toISOString().slice(0, 10);
        const period = findPeriod({ from: date, to: date, zone }, now);
        expect(previousPeriod(period).to).toBe(period.from);
      }
    }
  });
});
