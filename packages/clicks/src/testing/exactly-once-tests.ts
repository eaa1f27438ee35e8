import { expect, it } from "vitest";
import { ClickError } from "../click-error.ts";
import type { ClickCounts, ClickStore, LinkRef, Span } from "../click-store.ts";
import type { Click } from "../click.ts";
import { totalOf } from "./total-of.ts";
import { batchOf, dayMs, hourMs, newClick, uniqueLink, uniqueMonth, uniqueName } from "./unique-clicks.ts";
import type { ClicksUnderTest } from "./use-clicks.ts";

/** Whatever writers do, each click counts once. */
export function exactlyOnceTests(clicks: ClicksUnderTest): void {
  it("knows no position of a partition before its first batch", async () => {
    expect(await clicks.first.position(uniqueName("partition"))).toEqual({ at: 0, begun: undefined });
  });

  it("stores a batch together with its position, for every reader", async () => {
    const { link, from, sent, partition } = sampleLog(5);
    await clicks.first.store(batchOf(sent, { partition }));
    expect(await clicks.second.position(partition)).toEqual({ at: 5, begun: undefined });
    expect(await storedCounts(clicks, { link, from })).toEqual(everywhere(5));
    expect(await clicks.first.position(uniqueName("partition"))).toEqual({ at: 0, begun: undefined });
  });

  it("changes nothing when a batch, or a part of it, is given again", async () => {
    const { link, from, sent, partition } = sampleLog(5);
    await clicks.first.store(batchOf(sent, { partition }));
    await clicks.first.store(batchOf(sent, { partition }));
    await clicks.second.store(batchOf(sent, { partition }));
    await clicks.first.store(batchOf(sent.slice(0, 3), { partition }));
    await clicks.first.store(batchOf(sent.slice(2), { partition, from: 2 }));
    expect(await clicks.first.position(partition)).toEqual({ at: 5, begun: undefined });
    expect(await storedCounts(clicks, { link, from })).toEqual(everywhere(5));
  });

  it("refuses a batch that does not begin where the partition stands, and stores nothing of it", async () => {
    const { link, from, sent, partition } = sampleLog(9);
    await clicks.first.store(batchOf(sent.slice(0, 4), { partition }));
    const overlapping = batchOf(sent.slice(2), { partition, from: 2 });
    const beyond = batchOf(sent.slice(6), { partition, from: 6 });
    for (const batch of [overlapping, beyond]) {
      await expect(clicks.first.store(batch)).rejects.toMatchObject({ code: "POSITION_MOVED" });
      await expect(clicks.second.store(batch)).rejects.toMatchObject({ code: "POSITION_MOVED" });
    }
    expect(await clicks.first.position(partition)).toEqual({ at: 4, begun: undefined });
    expect(await storedCounts(clicks, { link, from })).toEqual(everywhere(4));
  });

  it("moves on over a batch without clicks", async () => {
    const partition = uniqueName("partition");
    await clicks.first.store(batchOf([], { partition, to: 1_000_000_000_000 }));
    expect(await clicks.first.position(partition)).toEqual({ at: 1_000_000_000_000, begun: undefined });
  });

  it("counts a click once that comes twice in a batch", async () => {
    const { link, from, sent, partition } = sampleLog(3);
    await clicks.first.store(batchOf([...sent, ...sent], { partition }));
    expect(await storedCounts(clicks, { link, from })).toEqual(everywhere(3));
  });

  it("counts a click once that comes in two partitions, or later again", async () => {
    const { link, from, sent, partition } = sampleLog(4);
    await clicks.first.store(batchOf(sent.slice(0, 3), { partition }));
    await clicks.second.store(batchOf(sent.slice(1), { partition: uniqueName("partition") }));
    await clicks.first.store(batchOf(sent, { partition, from: 3 }));
    expect(await storedCounts(clicks, { link, from })).toEqual(everywhere(4));
  });

  it("stores a batch once that two writers give at the same time", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { link, from, sent, partition } = sampleLog(20);
      const batch = batchOf(sent, { partition });
      const outcomes = await Promise.allSettled([clicks.first.store(batch), clicks.second.store(batch)]);
      for (const outcome of outcomes) if (outcome.status === "rejected") expectMoved(outcome.reason);
      expect(await storedCounts(clicks, { link, from })).toEqual(everywhere(20));
    }
  });

  it("stores a log once that two writers cut in different places", async () => {
    const { link, from, sent, partition } = sampleLog(300);
    await Promise.all([drain(clicks.first, partition, sent, 17), drain(clicks.second, partition, sent, 23)]);
    expect(await clicks.first.position(partition)).toEqual({ at: 300, begun: undefined });
    expect(await storedCounts(clicks, { link, from })).toEqual(everywhere(300));
  });

  it("stores two partitions that share clicks at the same time", async () => {
    const { link, from, sent, partition } = sampleLog(300);
    await Promise.all([
      drain(clicks.first, partition, sent.slice(0, 200), 40),
      drain(clicks.second, uniqueName("partition"), sent.slice(100).toReversed(), 40),
    ]);
    expect(await storedCounts(clicks, { link, from })).toEqual(everywhere(300));
  });

  it("still has everything when it is opened again", async () => {
    const { link, sent, partition } = sampleLog(7);
    const before = await clicks.openAgain();
    await before.store(batchOf(sent, { partition }));
    await before.close();
    const after = await clicks.openAgain();
    try {
      expect(await after.position(partition)).toEqual({ at: 7, begun: undefined });
      expect((await totalOf(after, link)).clicks).toBe(7);
    } finally {
      await after.close();
    }
  });

  it("ends twice without a fault, and refuses what comes afterwards", async () => {
    const store = await clicks.openAgain();
    await store.close();
    await store.close();
    await expect(store.position("0")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(store.store(batchOf([]))).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(totalOf(store, uniqueLink())).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });
}

/** Clicks of humans on one link, spread over a day. */
function sampleLog(count: number) {
  const [link, from, partition] = [uniqueLink(), uniqueMonth(), uniqueName("partition")];
  const sent = Array.from({ length: count }, (_, index) =>
    newClick({ ...link, at: from + Math.floor((index * dayMs) / count), country: "KR" }),
  );
  return { link, from, sent, partition };
}

type Sought = { readonly link: LinkRef; readonly from: number };

/** How many clicks there are among the raw ones, in the total, and in the roll-ups of the link and of all links. */
async function storedCounts({ second }: ClicksUnderTest, { link, from }: Sought) {
  const span = { from, to: from + dayMs };
  const raw = await second.clicks({ ...span, link, after: undefined, limit: 1_000 });
  const { clicks: total } = await totalOf(second, link);
  return { raw: raw.length, total, link: await rolledUp(second, span, link), all: await rolledUp(second, span) };
}

async function rolledUp(store: ClickCounts, span: Span, link?: LinkRef) {
  const { clicks } = await store.counts({ ...span, link });
  const series = await store.series(link, [span.from, span.from + hourMs, span.to]);
  const values = await store.breakdown({ ...span, link, dimension: "country", classes: ["human"], limit: 5 });
  return { counts: clicks.human, series: series.reduce((sum, part) => sum + part.clicks.human, 0), values };
}

/** The same count in each place. */
function everywhere(count: number) {
  const rolled = { counts: count, series: count, values: [{ value: "KR", clicks: count }] };
  return { raw: count, total: count, link: rolled, all: rolled };
}

/** What a writer does: it looks at the position again when somebody else was faster. */
async function drain(store: ClickStore, partition: string, log: readonly Click[], size: number): Promise<void> {
  for (;;) {
    const { at, begun } = await store.position(partition);
    if (at >= log.length) return;
    const to = begun ?? Math.min(at + size, log.length);
    const batch = batchOf(log.slice(at, to), { partition, from: at, to });
    await store.store(batch).catch(expectMoved);
  }
}

function expectMoved(error: unknown): void {
  expect(error).toBeInstanceOf(ClickError);
  expect(error).toMatchObject({ code: "POSITION_MOVED" });
}
