import { beforeAll, expect, it } from "vitest";
import type { ClickCursor, LinkRef, Span } from "../click-store.ts";
import { clickClasses, clickDimensions, type Click } from "../click.ts";
import { breakDownExactly, countExactly, selectClicks, seriesExactly, topExactly } from "./exact-count.ts";
import { randomClicks, seededRandom } from "./random-clicks.ts";
import { totalOf } from "./total-of.ts";
import { dayMs, hourMs, minuteMs, storeAll, uniqueLink, uniqueMonth } from "./unique-clicks.ts";
import type { ClicksUnderTest } from "./use-clicks.ts";
import { withinError, allWithinError } from "./within-error.ts";

const clickCount = 4_000;
const days = 6;

/** Every report against a slow count of the same random clicks. */
export function reportTests(clicks: ClicksUnderTest): void {
  const from = uniqueMonth();
  const whole = { from, to: from + days * dayMs };
  const links = [
    ...Array.from({ length: 11 }, () => uniqueLink()),
    uniqueLink("sho.example"),
    uniqueLink("ㄱ.example"),
  ];
  const hot = links[0] as LinkRef;
  const sent = randomClicks(seededRandom(5), { count: clickCount, links, spans: [whole], visitors: 2_500 });
  const spans = spansOf(whole);
  beforeAll(() => storeAll(clicks.first, sent, 700));

  it.each(spans)("counts $name", async ({ span }) => {
    for (const link of [hot, links.at(-1), undefined]) {
      const exact = countExactly(sent, { ...span, link });
      expect(withinError(await clicks.second.counts({ ...span, link }), exact)).toEqual(exact);
    }
  });

  it("counts nothing of a link that nobody has followed, and in a span without length", async () => {
    const none = { clicks: { human: 0, bot: 0, preview: 0, prefetch: 0, head: 0 }, visitors: 0 };
    const link = uniqueLink();
    expect(await clicks.first.counts({ ...whole, link })).toEqual(none);
    expect(await clicks.first.counts({ from, to: from, link: hot })).toEqual(none);
    expect(await clicks.first.series(link, [from, from + minuteMs, from + dayMs])).toEqual([none, none]);
    expect(await totalOf(clicks.first, link)).toMatchObject({ clicks: 0 });
    expect(await clicks.first.clicks({ ...whole, link, after: undefined, limit: 10 })).toEqual([]);
    expect(await clicks.first.breakdown({ ...whole, link, dimension: "os", classes: ["bot"], limit: 9 })).toEqual([]);
  });

  it("counts humans since ever", async () => {
    for (const link of links) {
      const exact = countExactly(sent, { ...whole, link }).clicks.human;
      expect((await totalOf(clicks.second, link)).clicks).toBe(exact);
    }
  });

  it("counts humans of a whole page of links, in their order, each time that one is named", async () => {
    const exact = (link: LinkRef): number => countExactly(sent, { ...whole, link }).clicks.human;
    const never = Array.from({ length: 100 - links.length }, () => uniqueLink());
    // The same code of another domain is another link.
    const [elsewhere, hostile] = [
      { ...hot, domain: "other.example" },
      { domain: "", code: `{",\\'}` },
    ];
    for (const page of [
      [hot, elsewhere, hostile, hot, links[5] as LinkRef],
      [...never, ...links],
      links.toReversed(),
    ]) {
      expect((await clicks.second.totals(page)).clicks).toEqual(page.map(exact));
    }
    expect(exact(hot)).toBeGreaterThan(0);
  });

  it("says up to when all is counted without a link, too", async () => {
    expect(await clicks.first.totals([])).toEqual({ clicks: [], asOf: undefined });
    const { asOf } = await clicks.first.totals([hot, uniqueLink()]);
    expect(asOf).toBeUndefined();
  });

  it.each(boundsOf(whole))("counts a series of $name", async ({ bounds }) => {
    for (const link of [hot, undefined]) {
      const exact = seriesExactly(sent, link, bounds);
      expect(allWithinError(await clicks.second.series(link, bounds), exact)).toEqual(exact);
    }
  });

  it.each(clickDimensions)("breaks clicks down by %s", async (dimension) => {
    const { span } = spans[2] as (typeof spans)[number];
    for (const link of [hot, undefined]) {
      for (const classes of [["human"], ["bot", "head"], clickClasses] as const) {
        const exact = breakDownExactly(sent, { ...span, link, classes }, dimension);
        const query = { ...span, link, dimension, classes };
        expect(await clicks.second.breakdown({ ...query, limit: 1_000 })).toEqual(exact);
        expect(await clicks.second.breakdown({ ...query, limit: 3 })).toEqual(exact.slice(0, 3));
      }
    }
  });

  it.each(spans)("finds the links with the most clicks in $name", async ({ span }) => {
    for (const classes of [["human"], ["preview", "prefetch"], clickClasses] as const) {
      const exact = topExactly(sent, { ...span, link: undefined, classes });
      expect(await clicks.second.top({ ...span, classes, among: undefined, limit: 100 })).toEqual(exact);
      expect(await clicks.second.top({ ...span, classes, among: undefined, limit: 4 })).toEqual(exact.slice(0, 4));
    }
  });

  it("finds the links with the most clicks among given ones, unknown ones included", async () => {
    const among = [links[3], links[1], links.at(-1), uniqueLink()].filter((link) => link !== undefined);
    const exact = topExactly(sent, { ...whole, link: undefined, classes: ["human"] });
    const wanted = exact.filter(({ code }) => among.some((link) => link.code === code));
    expect(await clicks.first.top({ ...whole, classes: ["human"], among, limit: 100 })).toEqual(wanted);
    expect(await clicks.first.top({ ...whole, classes: ["human"], among: [], limit: 100 })).toEqual([]);
  });

  it("gives raw clicks page by page, in their order and with every field", async () => {
    const span = { from: from + dayMs + 1, to: from + 4 * dayMs - 7 };
    const exact = selectClicks(sent, { ...span, link: hot }).toSorted(inOrder);
    const pages: Click[] = [];
    for (let after: ClickCursor | undefined; ; after = pages.at(-1)) {
      const page = await clicks.second.clicks({ ...span, link: hot, after, limit: 97 });
      pages.push(...page);
      if (page.length < 97) break;
    }
    expect(pages).toEqual(exact);
  });
}

const inOrder = (a: Click, b: Click): number => a.at - b.at || Number(a.id > b.id) - Number(a.id < b.id);

/** Those whose edges fall into days, hours and slots. */
function spansOf({ from, to }: Span): readonly { readonly name: string; readonly span: Span }[] {
  return [
    { name: "whole UTC days", span: { from, to } },
    { name: "a day of Seoul", span: { from: from + dayMs + 15 * hourMs, to: from + 2 * dayMs + 15 * hourMs } },
    { name: "days of Kathmandu", span: { from: from + 18.25 * hourMs, to: to - 5.75 * hourMs } },
    { name: "one slot", span: { from: from + 3 * dayMs + 15 * minuteMs, to: from + 3 * dayMs + 30 * minuteMs } },
    {
      name: "some slots over midnight",
      span: { from: from + dayMs - 45 * minuteMs, to: from + dayMs + 15 * minuteMs },
    },
  ];
}

function boundsOf({ from, to }: Span): readonly { readonly name: string; readonly bounds: readonly number[] }[] {
  const every = (ms: number, start = from): readonly number[] =>
    Array.from({ length: Math.floor((to - start) / ms) + 1 }, (_, index) => start + index * ms);
  return [
    { name: "UTC days", bounds: every(dayMs) },
    { name: "days of Kathmandu", bounds: every(dayMs, from + 18.25 * hourMs) },
    { name: "days of 23, 24.5 and 25 hours", bounds: [0, 23, 47.5, 72.5].map((hours) => from + (5 + hours) * hourMs) },
    { name: "hours", bounds: every(hourMs) },
    { name: "slots", bounds: every(15 * minuteMs, to - dayMs) },
    { name: "minutes", bounds: every(minuteMs, to - 3 * hourMs + 7 * minuteMs) },
    { name: "odd milliseconds", bounds: [from + 1, from + dayMs + 77, to - 1] },
    { name: "nothing", bounds: [from] },
  ];
}
