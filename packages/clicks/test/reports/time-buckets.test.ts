import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatLocal } from "../../src/reports/local-time.ts";
import { bucketBounds, grains, type Grain } from "../../src/reports/time-buckets.ts";
import { findZone } from "../../src/reports/zone.ts";

fc.configureGlobal({ seed: 20_261_130 });

const quarterMs = 15 * 60_000;
const hourMs = 4 * quarterMs;

function shownBounds(zoneName: string, from: string, to: string, grain: Grain): readonly string[] {
  const zone = findZone(zoneName);
  const span = { from: Date.parse(from), to: Date.parse(to) };
  return bucketBounds(zone, span, grain).map((at) => formatLocal(at, zone));
}

function hours(zoneName: string, from: string, to: string, grain: Grain): readonly number[] {
  const bounds = bucketBounds(findZone(zoneName), { from: Date.parse(from), to: Date.parse(to) }, grain);
  return bounds.slice(1).map((at, index) => (at - (bounds[index] ?? 0)) / hourMs);
}

describe("buckets of a day", () => {
  it("put 15:30Z on the next day in Seoul", () => {
    expect(shownBounds("Asia/Seoul", "2026-11-30T14:30:00Z", "2026-11-30T15:30:00Z", "day")).toEqual([
      "2026-11-30T23:30:00+09:00",
      "2026-12-01T00:00:00+09:00",
      "2026-12-01T00:30:00+09:00",
    ]);
  });

  it.each([
    ["Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", [23]],
    ["Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", [25]],
    ["America/New_York", "2026-03-07T05:00:00Z", "2026-03-10T04:00:00Z", [24, 23, 24]],
    ["Australia/Lord_Howe", "2026-04-03T13:00:00Z", "2026-04-06T13:30:00Z", [24, 24.5, 24]],
    // Clocks are set from midnight to one, so these days begin at one.
    ["America/Sao_Paulo", "2018-11-03T03:00:00Z", "2018-11-06T02:00:00Z", [24, 23, 24]],
    ["Africa/Cairo", "2024-04-24T22:00:00Z", "2024-04-27T21:00:00Z", [24, 23, 24]],
    ["Asia/Beirut", "2026-03-27T22:00:00Z", "2026-03-30T21:00:00Z", [24, 23, 24]],
    // Clocks are set from midnight back to eleven, so these days have two elevens.
    ["America/Sao_Paulo", "2019-02-16T02:00:00Z", "2019-02-18T03:00:00Z", [25, 24]],
    ["Asia/Beirut", "2026-10-23T21:00:00Z", "2026-10-26T22:00:00Z", [25, 24, 24]],
    // The 30th of December was left out.
    ["Pacific/Apia", "2011-12-29T10:00:00Z", "2011-12-31T10:00:00Z", [24, 24]],
  ] as const)("in %s, from %s to %s, have %j hours", (zone, from, to, expected) => {
    expect(hours(zone, from, to, "day")).toEqual(expected);
  });

  it("begin when clocks first show them, also where midnight was left out", () => {
    const bounds = shownBounds("Africa/Cairo", "2024-04-25T12:00:00Z", "2024-04-26T12:00:00Z", "day");
    expect(bounds[1]).toBe("2024-04-26T01:00:00+03:00");
  });

  it("are cut by the span at both ends", () => {
    expect(shownBounds("Asia/Kathmandu", "2026-01-01T00:15:00Z", "2026-01-02T20:00:00Z", "day")).toEqual([
      "2026-01-01T06:00:00+05:45",
      "2026-01-02T00:00:00+05:45",
      "2026-01-03T00:00:00+05:45",
      "2026-01-03T01:45:00+05:45",
    ]);
  });
});

describe("buckets of other lengths", () => {
  it("begin weeks on Mondays, also around the turn of a year", () => {
    expect(shownBounds("UTC", "2020-12-30T00:00:00Z", "2021-01-13T00:00:00Z", "week")).toEqual([
      "2020-12-30T00:00:00Z",
      "2021-01-04T00:00:00Z",
      "2021-01-11T00:00:00Z",
      "2021-01-13T00:00:00Z",
    ]);
  });

  it("begin months with their first day, in the zone", () => {
    expect(shownBounds("Asia/Seoul", "2024-01-31T15:00:00Z", "2024-03-31T15:00:00Z", "month")).toEqual([
      "2024-02-01T00:00:00+09:00",
      "2024-03-01T00:00:00+09:00",
      "2024-04-01T00:00:00+09:00",
    ]);
  });

  it("begin hours where clocks show whole ones, at :45 from those of UTC", () => {
    expect(shownBounds("Asia/Kathmandu", "2026-01-01T00:00:00Z", "2026-01-01T02:00:00Z", "hour")).toEqual([
      "2026-01-01T05:45:00+05:45",
      "2026-01-01T06:00:00+05:45",
      "2026-01-01T07:00:00+05:45",
      "2026-01-01T07:45:00+05:45",
    ]);
  });

  it("keep an hour apart that is shown twice", () => {
    expect(shownBounds("Europe/Berlin", "2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z", "hour")).toEqual([
      "2026-10-25T02:00:00+02:00",
      "2026-10-25T02:00:00+01:00",
      "2026-10-25T03:00:00+01:00",
    ]);
  });

  it("begin an hour anew where clocks are set by half of one", () => {
    expect(hours("Australia/Lord_Howe", "2026-04-04T14:00:00Z", "2026-04-04T16:30:00Z", "hour")).toEqual([1, 0.5, 1]);
  });

  it("are those of the clock for minutes and quarter-hours", () => {
    const span = { from: 60_000 * 7, to: 60_000 * 32 };
    expect(bucketBounds(findZone("Asia/Kathmandu"), span, "quarter-hour").map((at) => at / 60_000)).toEqual([
      7, 15, 30, 32,
    ]);
    expect(bucketBounds(findZone("UTC"), span, "minute")).toHaveLength(26);
  });

  it.each([
    ["minute", 2_000 * 60_000],
    ["quarter-hour", 2_000 * quarterMs],
    ["hour", 2_000 * hourMs],
    ["day", 2_000 * 24 * hourMs],
  ] as const)("of a %s are 2,000 at most", (grain, mostMs) => {
    const from = Date.UTC(2026, 0, 1);
    expect(bucketBounds(findZone("UTC"), { from, to: from + mostMs }, grain)).toHaveLength(2_001);
    expect(() => bucketBounds(findZone("UTC"), { from, to: from + mostMs + 60_000 }, grain)).toThrow(
      expect.objectContaining({ code: "BUCKETS_TOO_MANY", field: "grain" }),
    );
  });
});

describe("bounds of buckets, compared with a look at every quarter-hour", () => {
  const zones = `
    UTC Asia/Seoul Asia/Kolkata Asia/Kathmandu Europe/Berlin America/New_York Asia/Beirut
    America/Sao_Paulo Africa/Cairo Australia/Lord_Howe Pacific/Chatham Africa/Casablanca America/Caracas
    Asia/Pyongyang Pacific/Apia America/Havana Asia/Gaza Antarctica/Troll
  `
    .trim()
    .split(/\s+/);
  const spans = fc
    .tuple(fc.constantFrom(...zones), fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 1, max: 100 * 96 }))
    .chain(([zone, day, quarters]) =>
      fc.record({
        zone: fc.constant(zone),
        day: fc.constant(day),
        quarters: fc.constant(quarters),
        offset: fc.nat(95),
      }),
    );

  it.each(["hour", "day", "week", "month"] as const)(
    "are the same for every %s",
    (grain) => {
      fc.assert(
        fc.property(spans, ({ zone, day, quarters, offset }) => {
          const from = Date.UTC(2012, 0, 1 + day) + offset * quarterMs;
          const to = from + Math.min(quarters, 1_900 * 4) * quarterMs;
          expect(bucketBounds(findZone(zone), { from, to }, grain)).toEqual(slowBounds(zone, from, to, grain));
        }),
        { numRuns: 25 },
      );
    },
    60_000,
  );

  it("finds a fault where there is one", () => {
    const [from, to] = [Date.UTC(2026, 9, 24), Date.UTC(2026, 9, 27)];
    const berlin = slowBounds("Europe/Berlin", from, to, "day");
    expect(bucketBounds(findZone("Europe/Berlin"), { from, to }, "day")).toEqual(berlin);
    expect(bucketBounds(findZone("Africa/Lagos"), { from, to }, "day")).not.toEqual(berlin);
  });
});

describe("in every zone from 2020 on", () => {
  const all = Intl.supportedValuesOf("timeZone");
  const [from, to] = [Date.UTC(2020, 0, 1), Date.UTC(2025, 0, 1)];

  // Stations in Antarctica have set their clocks by three hours.
  it.each([
    ["day", 21, 27],
    ["week", 7 * 24 - 3, 7 * 24 + 3],
    ["month", 28 * 24 - 3, 31 * 24 + 3],
  ] as const)("every %s begins at a whole quarter-hour and has %i to %i hours", (grain, least, most) => {
    for (const name of all) {
      const bounds = bucketBounds(findZone(name), { from, to }, grain);
      const lengths = bounds.slice(1).map((at, index) => (at - (bounds[index] ?? 0)) / hourMs);
      expect(bounds.filter((at) => at % quarterMs !== 0)).toEqual([]);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(most);
      expect(Math.min(...lengths.slice(1, -1))).toBeGreaterThanOrEqual(least);
    }
  });
});

describe("zones", () => {
  it.each(["", "Seoul", "+09:00", "-01:07", "Asia/Seoul ", "../../etc", "Asia/Seoul\n", "local"])(
    "%j is none",
    (name) => {
      expect(() => findZone(name)).toThrow(expect.objectContaining({ code: "ZONE_UNKNOWN", field: "zone" }));
    },
  );

  it.each(["UTC", "Asia/Kathmandu", "Etc/GMT+5", "America/Argentina/Buenos_Aires"])("%s is one", (name) => {
    expect(findZone(name).name).toBe(name);
  });

  it.each([
    ["asia/seoul", "Asia/Seoul"],
    ["utc", "UTC"],
  ])("%s is spelled %s", (name, spelled) => {
    expect(findZone(name).name).toBe(spelled);
  });
});

it("has a name for each length", () => {
  expect(grains).toEqual(["minute", "quarter-hour", "hour", "day", "week", "month"]);
});

/** Looks at a calendar and a clock on the wall every quarter-hour, with nothing of the code under test. */
function slowBounds(zone: string, from: number, to: number, grain: Exclude<Grain, "minute" | "quarter-hour">) {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const read = (at: number) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts as Record<string, number>;
    return { date: Date.UTC(year, month - 1, day), month: year * 12 + month, ofDay: hour * 60 + minute };
  };
  const keyOf = (at: number): number => {
    const { date, month } = read(at);
    if (grain === "month") return month;
    return grain === "day" ? date / 86_400_000 : Math.floor((date / 86_400_000 + 3) / 7);
  };
  const bounds = [from];
  let highest = keyOf(from);
  for (let at = from + quarterMs; at < to; at += quarterMs) {
    if (grain === "hour") {
      const [before, now] = [read(at - quarterMs), read(at)];
      const step = (now.date - before.date) / 60_000 + now.ofDay - before.ofDay;
      if (now.ofDay % 60 === 0 || step !== 15) bounds.push(at);
    } else if (keyOf(at) > highest) {
      highest = keyOf(at);
      bounds.push(at);
    }
  }
  return [...bounds, to];
}
