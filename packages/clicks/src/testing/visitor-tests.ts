import { expect, it } from "vitest";
import { randomVisitor, seededRandom } from "./random-clicks.ts";
import { dayMs, hourMs, newClick, storeAll, uniqueLink, uniqueMonth } from "./unique-clicks.ts";
import type { ClicksUnderTest } from "./use-clicks.ts";
import { withinError } from "./within-error.ts";

export function visitorTests(clicks: ClicksUnderTest): void {
  const { exactVisitors } = clicks;
  it.each([1, 50, exactVisitors, exactVisitors + 1, 2_000, 9_000])(
    "tells %i visitors apart within the stated error",
    async (count) => {
      const [link, from, random] = [uniqueLink(), uniqueMonth(), seededRandom(count)];
      const visitors = Array.from({ length: count }, () => randomVisitor(random));
      // Each of them comes twice, at different times of a day.
      const sent = [...visitors, ...visitors].map((visitor) =>
        newClick({ ...link, at: from + Math.floor(random() * dayMs), visitor }),
      );
      await storeAll(clicks.first, sent, 4_000);
      const exact = { clicks: { human: 2 * count, bot: 0, preview: 0, prefetch: 0, head: 0 }, visitors: count };
      for (const sought of [link, undefined]) {
        const found = await clicks.second.counts({ from, to: from + dayMs, link: sought });
        expect(withinError(found, exact, exactVisitors)).toEqual(exact);
      }
    },
  );

  it("takes only humans for visitors, and only those who may be told apart", async () => {
    const [link, from] = [uniqueLink(), uniqueMonth()];
    await storeAll(clicks.first, [
      newClick({ ...link, at: from, visitor: "00000000000000aa" }),
      newClick({ ...link, at: from, visitor: null }),
      newClick({ ...link, at: from, visitor: "00000000000000bb", class: "bot" }),
      newClick({ ...link, at: from, visitor: "00000000000000cc", class: "prefetch" }),
    ]);
    const found = await clicks.first.counts({ from, to: from + dayMs, link });
    expect(found).toEqual({ clicks: { human: 2, bot: 1, preview: 0, prefetch: 1, head: 0 }, visitors: 1 });
  });

  it("counts a visitor once in a span, and once in each part of a series", async () => {
    const [link, from, visitor] = [uniqueLink(), uniqueMonth(), "fedcba9876543210"];
    const hours = [0, 0.3, 1, 7, 25];
    await storeAll(
      clicks.first,
      hours.map((hour) => newClick({ ...link, at: from + hour * hourMs, visitor })),
    );
    expect((await clicks.first.counts({ from, to: from + 2 * dayMs, link })).visitors).toBe(1);
    const bounds = [0, 1, 2, 7, 8, 24, 48].map((hour) => from + hour * hourMs);
    const series = await clicks.first.series(link, bounds);
    expect(series.map(({ visitors }) => visitors)).toEqual([1, 1, 0, 1, 0, 1]);
  });
}
