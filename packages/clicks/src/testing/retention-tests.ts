import { expect, it } from "vitest";
import { endOfLog, type LinkRef, type Span } from "../click-store.ts";
import { clickClasses } from "../click.ts";
import type { Clicks } from "./click-store-driver.ts";
import { countExactly } from "./exact-count.ts";
import { nextMillisecond } from "./next-millisecond.ts";
import { randomClicks, seededRandom } from "./random-clicks.ts";
import { totalOf } from "./total-of.ts";
import { batchOf, dayMs, hourMs, minuteMs, newClick, storeAll, uniqueLink, uniqueMonth } from "./unique-clicks.ts";
import type { ClicksUnderTest } from "./use-clicks.ts";
import { withinError } from "./within-error.ts";

/** These build on each other: what is forgotten before one is not there in the next. */
export function retentionTests(clicks: ClicksUnderTest): void {
  it("makes the roll-ups of days anew from the raw clicks, the same as before", async () => {
    const { link, span, sent } = await storeDays(clicks.first, 3);
    const before = await reportsOf(clicks.second, link, span);
    await clicks.first.rebuild(span);
    expect(await reportsOf(clicks.second, link, span)).toEqual(before);
    const exact = countExactly(sent, { ...span, link });
    expect(withinError(await clicks.second.counts({ ...span, link }), exact)).toEqual(exact);
    await clicks.second.rebuild({ from: span.from + dayMs, to: span.from + 2 * dayMs });
    expect(await reportsOf(clicks.first, link, span)).toEqual(before);
  });

  it("goes on counting in days that were made anew", async () => {
    const { link, span } = await storeDays(clicks.first, 1);
    const before = await totalOf(clicks.first, link);
    await clicks.first.rebuild(span);
    await storeAll(clicks.first, [newClick({ ...link, at: span.from + hourMs })]);
    expect((await totalOf(clicks.first, link)).clicks).toBe(before.clicks + 1);
  });

  it("makes days without clicks anew, too", async () => {
    const from = uniqueMonth();
    await clicks.first.rebuild({ from, to: from + dayMs });
    expect((await clicks.first.counts({ from, to: from + dayMs, link: undefined })).clicks.human).toBe(0);
  });

  it("forgets raw clicks and keeps what was counted", async () => {
    const { link, span, sent } = await storeDays(clicks.first, 3);
    const before = await reportsOf(clicks.second, link, span);
    const rawBefore = span.from + dayMs + 77 * minuteMs;
    await clicks.first.forget({ rawBefore, slotsBefore: undefined });
    expect(await reportsOf(clicks.second, link, span)).toEqual(before);
    const left = await clicks.second.clicks({ ...span, link, after: undefined, limit: 10_000 });
    const kept = sent.filter((click) => click.at >= rawBefore && isOf(click, link));
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
  });

  it("refuses to make days anew, and to count minutes, whose raw clicks are forgotten", async () => {
    const { link, span } = await storeDays(clicks.first, 3);
    await clicks.first.forget({ rawBefore: span.from + dayMs + 1, slotsBefore: undefined });
    const before = await reportsOf(clicks.second, link, span);
    const firstDay = new Date(span.from + 2 * dayMs).toISOString().slice(0, 10);
    await expect(clicks.first.rebuild(span)).rejects.toMatchObject({ code: "SPAN_NOT_RAW", firstDay });
    const days = { from: span.from + dayMs, to: span.to };
    await expect(clicks.first.rebuild(days)).rejects.toMatchObject({ code: "SPAN_NOT_RAW" });
    const bounds = [span.from + dayMs, span.from + dayMs + minuteMs];
    await expect(clicks.second.series(link, bounds)).rejects.toMatchObject({ code: "SPAN_NOT_RAW", firstDay });
    expect(await reportsOf(clicks.second, link, span)).toEqual(before);
    await clicks.first.rebuild({ from: span.from + 2 * dayMs, to: span.to });
    expect(await reportsOf(clicks.second, link, span)).toEqual(before);
  });

  it("forgets roll-ups by the day and keeps totals", async () => {
    const { link, span, sent } = await storeDays(clicks.first, 3);
    const total = (await totalOf(clicks.first, link)).clicks;
    const slotsBefore = span.from + dayMs;
    await clicks.first.forget({ rawBefore: slotsBefore, slotsBefore });
    const forgotten = { from: span.from, to: slotsBefore };
    for (const sought of [link, undefined]) {
      expect((await clicks.second.counts({ ...forgotten, link: sought })).clicks.human).toBe(0);
      const left = { from: slotsBefore, to: span.to, link: sought };
      const exact = countExactly(sent, left);
      expect(withinError(await clicks.second.counts(left), exact)).toEqual(exact);
    }
    expect(await clicks.second.top({ ...forgotten, classes: clickClasses, among: undefined, limit: 9 })).toEqual([]);
    expect((await totalOf(clicks.second, link)).clicks).toBe(total);
  });

  it("counts a click that comes when its time is forgotten already", async () => {
    const { link, span } = await storeDays(clicks.first, 1);
    await clicks.first.forget({ rawBefore: span.to, slotsBefore: undefined });
    const { clicks: total } = await totalOf(clicks.first, link);
    await storeAll(clicks.first, [newClick({ ...link, at: span.from })]);
    expect((await totalOf(clicks.first, link)).clicks).toBe(total + 1);
  });
}

/** Says up to when everything is counted. */
export function totalTests(clicks: ClicksUnderTest): void {
  it("cannot say up to when everything is counted before a writer has said so", async () => {
    const link = uniqueLink();
    expect(await totalOf(clicks.first, link)).toEqual({ clicks: 0, asOf: undefined });
    await clicks.first.store(batchOf([newClick({ ...link, at: uniqueMonth() })], { partition: "a" }));
    expect(await totalOf(clicks.first, link)).toEqual({ clicks: 1, asOf: undefined });
  });

  it("says up to when everything is counted: in all partitions", async () => {
    const link = uniqueLink();
    await clicks.first.complete("a", 5_000);
    expect((await totalOf(clicks.second, link)).asOf).toBe(5_000);
    await clicks.first.complete("b", 4_000);
    expect((await totalOf(clicks.second, link)).asOf).toBe(4_000);
    await clicks.second.complete("b", 6_000);
    expect((await totalOf(clicks.first, link)).asOf).toBe(5_000);
    expect(await clicks.first.totals([])).toEqual({ clicks: [], asOf: 5_000 });
    expect(await clicks.second.totals([link, link])).toEqual({ clicks: [0, 0], asOf: 5_000 });
  });

  it("believes what was said last, for the clock that it was said by may have been ahead", async () => {
    await clicks.first.complete("a", Date.now() + dayMs);
    await clicks.second.complete("a", 8_000);
    await clicks.first.complete("b", 9_500);
    expect((await totalOf(clicks.second, uniqueLink())).asOf).toBe(8_000);
    expect(await clicks.second.position("b")).toEqual({ at: 0, begun: undefined });
  });

  it("waits for none that has ended, and where all have says when something was heard of one last", async () => {
    const asOf = async (): Promise<number | undefined> => (await totalOf(clicks.second, uniqueLink())).asOf;
    await clicks.first.complete("a", endOfLog);
    expect(await asOf()).toBe(9_500);
    await clicks.first.complete("b", endOfLog);
    const heardAt = await asOf();
    expect(Math.abs((heardAt ?? 0) - Date.now())).toBeLessThan(dayMs);
    await nextMillisecond();
    expect(await asOf()).toBe(heardAt);
  });

  it("waits again for one that had ended once something of it is stored, and not for what is said of it", async () => {
    const asOf = async (): Promise<number | undefined> => (await totalOf(clicks.second, uniqueLink())).asOf;
    await clicks.first.complete("a", 5_000);
    expect(await asOf()).toBeGreaterThan(5_000);
    const { at } = await clicks.first.position("a");
    await clicks.first.store(batchOf([], { partition: "a", from: at, to: at + 10 }));
    expect(await asOf()).toBeUndefined();
    await clicks.first.complete("a", 5_000);
    expect(await asOf()).toBe(5_000);
  });
}

async function storeDays(store: Clicks, days: number) {
  const from = uniqueMonth();
  const span = { from, to: from + days * dayMs };
  const link = uniqueLink();
  const links = [link, uniqueLink(), uniqueLink("sho.example")];
  const sent = randomClicks(seededRandom(days), { count: 600 * days, links, spans: [span], visitors: 900 });
  await storeAll(store, sent, 500);
  return { link, span, sent };
}

/** All that must be the same before and after. */
async function reportsOf(store: Clicks, link: LinkRef, span: Span) {
  const hours = Array.from({ length: (span.to - span.from) / hourMs + 1 }, (_, index) => span.from + index * hourMs);
  return await Promise.all([
    totalOf(store, link),
    store.series(link, hours),
    store.series(undefined, hours),
    store.breakdown({ ...span, link, dimension: "referrer", classes: clickClasses, limit: 100 }),
    store.breakdown({ ...span, link: undefined, dimension: "country", classes: ["human"], limit: 100 }),
    store.top({ ...span, classes: ["human"], among: undefined, limit: 100 }),
  ]);
}

const isOf = (click: LinkRef, link: LinkRef): boolean => click.domain === link.domain && click.code === link.code;
