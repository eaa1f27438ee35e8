import { describe, expect, it } from "vitest";
import { createKnownOffsets } from "../../src/reports/known-offsets.ts";
import { findZone } from "../../src/reports/zone.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** As the formatter says it, asked each time. */
function offsetsOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  return (at) => {
    const [, sign = "+", hours = 0, minutes = 0] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(at)) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  };
}

describe("offsets that are remembered", () => {
  it("are those of the formatter, in every zone and every five days of 16 years", () => {
    for (const name of Intl.supportedValuesOf("timeZone")) {
      const [{ offsetAt }, exact] = [findZone(name), offsetsOf(name)];
      const wrong: number[] = [];
      for (let at = Date.UTC(2018, 0, 1); at < Date.UTC(2034, 0, 1); at += 5 * dayMs + hourMs) {
        if (offsetAt(at) !== exact(at)) wrong.push(at);
      }
      expect(wrong.map((at) => `${name} ${new Date(at).toISOString()}`)).toEqual([]);
    }
  }, 300_000);

  it.each(["America/New_York", "Africa/Casablanca", "Australia/Lord_Howe", "Asia/Gaza", "Africa/Cairo"])(
    "are those of the formatter around the minute at which clocks are set: %s",
    (name) => {
      const [{ offsetAt }, exact] = [findZone(name), offsetsOf(name)];
      let settings = 0;
      for (let at = Date.UTC(2020, 0, 1); at < Date.UTC(2028, 0, 1); at += hourMs) {
        if (exact(at) === exact(at + hourMs)) continue;
        settings += 1;
        for (let near = at - 60_000; near <= at + hourMs + 60_000; near += 60_000) {
          expect([near, offsetAt(near), offsetAt(near - 1)]).toEqual([near, exact(near), exact(near - 1)]);
        }
      }
      expect(settings).toBeGreaterThan(8);
    },
  );

  it("ask the formatter some hundred times about ten years, and then no more", () => {
    const exact = offsetsOf("Europe/Berlin");
    let reads = 0;
    const offsetAt = createKnownOffsets((at) => ((reads += 1), exact(at)));
    const readAll = (): void => {
      for (let at = Date.UTC(2020, 0, 1); at < Date.UTC(2030, 0, 1); at += hourMs) offsetAt(at);
    };
    readAll();
    expect(reads).toBeLessThan(700);
    reads = 0;
    readAll();
    expect(reads).toBe(0);
  });

  it("are forgotten where they are too many, and are right again after that", () => {
    const exact = offsetsOf("Europe/Berlin");
    let reads = 0;
    const offsetAt = createKnownOffsets((at) => ((reads += 1), exact(at)));
    for (let at = Date.UTC(2010, 0, 1); at < Date.UTC(2060, 0, 1); at += 10 * dayMs)
      expect(offsetAt(at)).toBe(exact(at));
    reads = 0;
    expect(offsetAt(Date.UTC(2020, 6, 1))).toBe(2 * hourMs);
    expect(reads).toBeGreaterThan(0);
  });
});
