import { describe, expect, it } from "vitest";
import { bucketLevels, levelMs, packBucket, rollUp } from "../../src/rollup/index.ts";
import { newClick, randomClicks, seededRandom } from "../../src/testing/index.ts";

const day = Date.UTC(2026, 5, 10);

describe("a roll-up", () => {
  it("counts every click once in each level, of its link and of all links", () => {
    const links = ["a", "b", "c"].map((code) => ({ domain: "", code }));
    const spans = [{ from: day - 1, to: day + 2 * levelMs("day") }];
    const clicks = randomClicks(seededRandom(9), { count: 3_000, links, spans, visitors: 200 });
    const rolled = rollUp(clicks);
    expect(rolled.map(({ link }) => link?.code)).toEqual([undefined, "a", "b", "c"]);
    for (const { link, buckets } of rolled) {
      const own = clicks.filter(({ code }) => link === undefined || code === link.code);
      for (const level of bucketLevels) {
        for (const placed of buckets.filter((each) => each.level === level)) {
          const within = own.filter(
            (click) => click.at >= placed.startAt && click.at < placed.startAt + levelMs(level),
          );
          const humans = within.filter((click) => click.class === "human");
          const visitors = new Set(humans.map(({ visitor }) => visitor).filter((visitor) => visitor !== null));
          expect(placed.bucket.counts.human).toBe(humans.length);
          expect(placed.bucket.visitors.estimate()).toBe(visitors.size);
        }
        const total = buckets.filter((each) => each.level === level).map(({ bucket }) => sumOf(bucket.counts));
        expect(total.reduce((sum, count) => sum + count, 0)).toBe(own.length);
      }
    }
  });

  it("is nothing of nothing", () => {
    expect(rollUp([])).toEqual([]);
  });

  it("keeps the bucket of one click below 150 bytes", () => {
    const click = newClick({ at: day, visitor: "0123456789abcdef", country: "KR", referrer: "news.example.com" });
    const full = { ...click, device: "mobile", browser: "Samsung Internet", os: "Android", language: "ko" };
    const [, ofLink] = rollUp([full]);
    const packed = ofLink?.buckets
      .map(({ bucket }) => packBucket(bucket))
      .map((each) => each.values.length + each.visitors.length);
    expect(Math.max(...(packed ?? []))).toBeLessThan(150);
  });
});

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
