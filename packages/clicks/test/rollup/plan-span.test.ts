import { describe, expect, it } from "vitest";
import { bucketStart, levelMs, planSeries, planSpan, slotMs, type SpanPart } from "../../src/rollup/index.ts";
import { seededRandom } from "../../src/testing/index.ts";

const day = Date.UTC(2026, 5, 10);
const hour = 3_600_000;

describe("a span in buckets", () => {
  it("is days where it begins and ends with UTC days", () => {
    expect(planSpan({ from: day, to: day + 30 * 24 * hour })).toEqual([
      { level: "day", from: day, to: day + 30 * 24 * hour },
    ]);
  });

  it("is eighths where a day of Seoul begins and ends", () => {
    const from = day + 15 * hour;
    expect(planSpan({ from, to: from + 24 * hour })).toEqual([{ level: "eighth", from, to: from + 24 * hour }]);
  });

  it("is slots, eighths, days, eighths and slots over days of Kathmandu", () => {
    const [from, to] = [day - 5.75 * hour, day + 66.25 * hour];
    expect(planSpan({ from, to })).toEqual([
      { level: "slot", from, to: day - 3 * hour },
      { level: "eighth", from: day - 3 * hour, to: day },
      { level: "day", from: day, to: day + 48 * hour },
      { level: "eighth", from: day + 48 * hour, to: day + 66 * hour },
      { level: "slot", from: day + 66 * hour, to },
    ]);
  });

  it("is nothing where it has no length", () => {
    expect(planSpan({ from: day, to: day })).toEqual([]);
    expect(planSpan({ from: day + hour, to: day })).toEqual([]);
  });

  it("is cut at multiples of 15 minutes only", () => {
    expect(() => planSpan({ from: day + 1, to: day + hour })).toThrow(RangeError);
    expect(() => planSpan({ from: day, to: day + hour - 1 })).toThrow(RangeError);
    expect(() => planSpan({ from: day, to: Number.POSITIVE_INFINITY })).toThrow(RangeError);
  });

  it("is covered once by whole buckets, few of them at its edges", () => {
    const random = seededRandom(11);
    for (let round = 0; round < 2_000; round += 1) {
      const from = day + Math.floor(random() * 1_000) * slotMs;
      const to = from + Math.floor(random() * 2_000) * slotMs;
      const parts = planSpan({ from, to });
      expectWhole(parts);
      expect(parts.reduce((end, part) => (part.from === end ? part.to : Number.NaN), from)).toBe(to);
      expect(bucketsOf(parts, "slot")).toBeLessThanOrEqual(22);
      expect(bucketsOf(parts, "eighth")).toBeLessThanOrEqual(14);
    }
  });
});

describe("a series in buckets", () => {
  it("reads neighbours of one level together", () => {
    const bounds = Array.from({ length: 49 }, (_, index) => day + index * hour);
    expect(planSeries(bounds)).toEqual([{ level: "slot", from: day, to: day + 48 * hour }]);
  });

  it("cuts where the series is cut", () => {
    const bounds = [day - 6 * hour, day + 24 * hour, day + 48 * hour, day + 48.25 * hour];
    expect(planSeries(bounds)).toEqual([
      { level: "eighth", from: day - 6 * hour, to: day },
      { level: "day", from: day, to: day + 48 * hour },
      { level: "slot", from: day + 48 * hour, to: day + 48.25 * hour },
    ]);
  });

  it("is nothing without two bounds", () => {
    expect(planSeries([])).toEqual([]);
    expect(planSeries([day])).toEqual([]);
  });
});

function expectWhole(parts: readonly SpanPart[]): void {
  for (const { level, from, to } of parts) {
    expect([bucketStart(level, from), bucketStart(level, to)]).toEqual([from, to]);
    expect(to).toBeGreaterThan(from);
  }
}

function bucketsOf(parts: readonly SpanPart[], level: SpanPart["level"]): number {
  const own = parts.filter((part) => part.level === level);
  return own.reduce((sum, { from, to }) => sum + (to - from) / levelMs(level), 0);
}
