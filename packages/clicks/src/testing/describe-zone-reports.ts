import { beforeAll, describe, expect, it } from "vitest";
import type { LinkRef, Span } from "../click-store.ts";
import { clickClasses, clickDimensions, type Click } from "../click.ts";
import type { ClickStoreDriver } from "./click-store-driver.ts";
import { breakDownExactly, countExactly, seriesExactly, topExactly } from "./exact-count.ts";
import { randomClicks, seededRandom } from "./random-clicks.ts";
import { hourMs, storeAll, uniqueLink } from "./unique-clicks.ts";
import { useClicks } from "./use-clicks.ts";
import { withinError, allWithinError } from "./within-error.ts";
import { zoneDays } from "./zone-days.ts";

/** Offsets of whole, half and three quarters of an hour, and days of 23, 24.5, 25 and 24 hours. */
const zones = [
  { name: "Asia/Seoul", dayHours: [24] },
  { name: "America/New_York", dayHours: [23, 24, 25] },
  { name: "Asia/Kathmandu", dayHours: [24] },
  { name: "Australia/Lord_Howe", dayHours: [24, 24.5] },
  { name: "Asia/Kolkata", dayHours: [24] },
  { name: "America/St_Johns", dayHours: [23, 24, 25] },
] as const;

/** In these spans the clocks of half of the zones are changed. */
const spans: readonly Span[] = [
  { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 3, 8) },
  { from: Date.UTC(2026, 9, 30), to: Date.UTC(2026, 10, 4) },
];

export type ZoneReports = {
  /** How many clicks are stored and counted. */
  readonly clicks: number;
  /** How many are stored at a time. */
  readonly batch: number;
  /** For all of the storing, and for each zone. */
  readonly timeoutMs: number;
};

/** Declares that reports in six time zones equal a slow exact count of many random clicks. */
export function describeZoneReports(driver: ClickStoreDriver, options: ZoneReports): void {
  describe(`reports of ${options.clicks} clicks out of the ${driver.name} click store`, () => {
    const clicks = useClicks(driver);
    const links = Array.from({ length: 12 }, () => uniqueLink());
    const [hot, warm] = [links[0] as LinkRef, links[7] as LinkRef];
    const sent = randomClicks(seededRandom(26), { count: options.clicks, links, spans, visitors: 60_000 });
    const sentTo = (link: LinkRef): readonly Click[] => sent.filter(({ code }) => code === link.code);
    const [sentToHot, sentToWarm] = [sentTo(hot), sentTo(warm)];
    const sides = [
      { link: hot, expected: sentToHot },
      { link: warm, expected: sentToWarm },
      { link: undefined, expected: sent },
    ];
    beforeAll(() => storeAll(clicks.first, sent, options.batch), options.timeoutMs);

    describe.each(zones)("in $name", ({ name, dayHours }) => {
      const days = spans.map((span) => zoneDays(name, span));

      it("has the days that its clocks make", () => {
        const lengths = days.flatMap((bounds) =>
          bounds.slice(1).map((to, index) => (to - (bounds[index] ?? 0)) / hourMs),
        );
        expect([...new Set(lengths)].toSorted((a, b) => a - b)).toEqual(dayHours);
      });

      it("counts every day", { timeout: options.timeoutMs }, async () => {
        for (const bounds of days) {
          for (const { link, expected } of sides) {
            const exact = seriesExactly(expected, link, bounds);
            const found = await clicks.second.series(link, bounds);
            expect(allWithinError(found, exact, clicks.exactVisitors)).toEqual(exact);
          }
        }
      });

      it("counts all days together, their values and their links", { timeout: options.timeoutMs }, async () => {
        for (const bounds of days) {
          const span = { from: bounds[0] ?? 0, to: bounds.at(-1) ?? 0 };
          const exactCounts = countExactly(sentToHot, { ...span, link: hot });
          const foundCounts = await clicks.second.counts({ ...span, link: hot });
          expect(withinError(foundCounts, exactCounts, clicks.exactVisitors)).toEqual(exactCounts);
          for (const dimension of clickDimensions) {
            const exact = breakDownExactly(sentToWarm, { ...span, link: warm, classes: ["human"] }, dimension);
            const query = { ...span, link: warm, dimension, classes: ["human"], limit: 1_000 } as const;
            expect(await clicks.second.breakdown(query)).toEqual(exact);
          }
          const top = await clicks.second.top({ ...span, classes: clickClasses, among: undefined, limit: 100 });
          expect(top).toEqual(topExactly(sent, { ...span, link: undefined }));
        }
      });
    });
  });
}
