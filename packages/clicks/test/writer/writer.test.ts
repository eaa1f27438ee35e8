import { describe, expect, it } from "vitest";
import { ClickError } from "../../src/click-error.ts";
import type { ClickSource } from "../../src/click-log.ts";
import type { ClickBatch, ClickStore } from "../../src/click-store.ts";
import { openMemoryClickLog } from "../../src/testing/memory-click-log.ts";
import { sampleClick, sampleClicks } from "../../src/testing/sample-click.ts";
import { nowAt, openWriter, until } from "./open-writer.ts";

const longMs = 600_000;
const dayMs = 24 * 60 * 60_000;

describe("the writer", () => {
  it("stores what the log has, in batches that follow on each other, and releases it", async () => {
    const batches: ClickBatch[] = [];
    const { log, store, writer } = openWriter({
      batchSize: 40,
      wrapStore: (real) => ({ ...real, store: (batch) => (batches.push(batch), real.store(batch)) }),
    });
    await log.append(sampleClicks(100));
    writer.start();
    await until(() => log.released === 100);
    expect(store.clicks).toEqual(sampleClicks(100));
    expect(batches.map(({ from, to }) => [from, to])).toEqual([
      [0, 40],
      [40, 80],
      [80, 100],
    ]);
    expect(writer.stats()).toMatchObject({ stored: 100, dead: 0, failures: {}, lastStoredAt: nowAt });
  });

  it("keeps what is no click as a dead letter, and stores the others", async () => {
    const { log, store, writer, events } = openWriter();
    await log.append(sampleClicks(1));
    log.appendForeign("no JSON \u{1F600}", `{"v":99,"x":"${"y".repeat(10_000)}"}`);
    await log.append(sampleClicks(1, 1));
    writer.start();
    await until(() => log.released === 4);
    expect(store.clicks).toEqual(sampleClicks(2));
    expect(store.dead).toMatchObject([
      { partition: "memory", batchTo: 4, index: 1, record: "no JSON \u{1F600}", foundAt: nowAt },
      { partition: "memory", batchTo: 4, index: 2 },
    ]);
    expect(store.dead[1]?.record).toHaveLength(4_096);
    expect(events).toEqual([{ kind: "dead", partition: "memory", count: 2 }]);
    expect(writer.stats()).toMatchObject({ stored: 2, dead: 2 });
  });

  it("counts a click from the future now, and one of long ago where it says", async () => {
    const { log, store, writer, events } = openWriter();
    const at = [nowAt + 4 * 60_000, nowAt + dayMs, nowAt - 6 * dayMs, nowAt - 8 * dayMs];
    await log.append(at.map((instant, index) => sampleClick(index, { at: instant })));
    writer.start();
    await until(() => log.released === 4);
    expect(store.clicks.map((click) => click.at)).toEqual([at[0], nowAt, at[2], at[3]]);
    expect(writer.stats()).toMatchObject({ stored: 4, early: 1, late: 1 });
    expect(events.map(({ kind }) => kind)).toEqual(["early", "late"]);
  });

  it("goes on behind records that the log has lost, and says so", async () => {
    const { log, store, writer, events } = openWriter();
    await log.append(sampleClicks(100));
    log.lose(60);
    writer.start();
    await until(() => log.released === 100);
    expect(store.clicks).toEqual(sampleClicks(40, 60));
    expect(events).toEqual([{ kind: "gap", partition: "memory", after: 0, to: 100 }]);
    expect(writer.stats()).toMatchObject({ stored: 40, gaps: 1 });
  });

  it("finds no gap where another writer has stored what is missing", async () => {
    const { log, store, writer, events } = openWriter({ batchSize: 10 });
    await log.append(sampleClicks(10));
    writer.start();
    await until(() => log.released === 10);
    await writer.pause();
    await log.append(sampleClicks(20, 10));
    await store.store({ partition: "memory", from: 10, to: 20, clicks: sampleClicks(10, 10), dead: [] });
    log.lose(20);
    writer.resume();
    await until(() => log.released === 30);
    expect(store.clicks).toEqual(sampleClicks(30));
    expect(events).toEqual([]);
  });

  it("gives a batch that a store has begun again with exactly its end", async () => {
    const batches: ClickBatch[] = [];
    let begun: number | undefined = 37;
    const { log, writer } = openWriter({
      wrapStore: (real) => ({
        ...real,
        position: async (partition) => ({ ...(await real.position(partition)), begun }),
        async store(batch) {
          begun = undefined;
          batches.push(batch);
          await real.store(batch);
        },
      }),
    });
    await log.append(sampleClicks(100));
    writer.start();
    await until(() => log.released === 100);
    expect(batches.map(({ from, to, clicks }) => [from, to, clicks.length])).toEqual([
      [0, 37, 37],
      [37, 100, 63],
    ]);
  });

  it("tries again when the store fails, and counts by code", async () => {
    let calls = 0;
    const { log, store, writer } = openWriter({
      wrapStore: (real) => ({
        ...real,
        async store(batch) {
          calls += 1;
          if (calls === 1) throw new ClickError("STORE_UNAVAILABLE");
          if (calls === 2) throw new Error("as the test wants");
          await real.store(batch);
        },
      }),
    });
    await log.append(sampleClicks(10));
    writer.start();
    await until(() => log.released === 10);
    expect(store.clicks).toEqual(sampleClicks(10));
    expect(writer.stats().failures).toEqual({ STORE_UNAVAILABLE: 1, UNKNOWN: 1 });
  });

  it("does not wait for ever for a store that gives no answer", async () => {
    let calls = 0;
    const { log, writer } = openWriter({
      callMs: 5,
      wrapStore: (real) => ({
        ...real,
        store: (batch) => ((calls += 1) === 1 ? new Promise<never>(() => undefined) : real.store(batch)),
      }),
    });
    await log.append(sampleClicks(10));
    writer.start();
    await until(() => log.released === 10);
    expect(writer.stats().failures["STORE_UNAVAILABLE"]).toBeGreaterThan(0);
  });

  it("reads partitions in turn, and goes on with the others when one fails", async () => {
    const logs = new Map(["a", "b", "broken"].map((name) => [name, openMemoryClickLog(name)]));
    const order: string[] = [];
    const source: ClickSource = {
      ...openMemoryClickLog(),
      partitions: async () => [...logs.keys()],
      async read(read) {
        if (read.partition === "broken") throw new ClickError("LOG_UNAVAILABLE");
        return logs.get(read.partition)?.read(read);
      },
      release: async (partition, position) => logs.get(partition)?.release(partition, position),
    };
    await logs.get("a")?.append(sampleClicks(30));
    await logs.get("b")?.append(sampleClicks(30, 30));
    const { store, writer } = openWriter({
      source,
      batchSize: 10,
      wrapStore: (real) => ({ ...real, store: (batch) => (order.push(batch.partition), real.store(batch)) }),
    });
    writer.start();
    await until(() => store.clicks.length === 60);
    expect(order).toEqual(["a", "b", "a", "b", "a", "b"]);
  });

  it("stores nothing while it pauses, and goes on when it is told to", async () => {
    const { log, store, writer } = openWriter();
    writer.start();
    await writer.pause();
    expect(writer.state()).toBe("paused");
    await log.append(sampleClicks(10));
    await log.wait(5, new AbortController().signal);
    expect(store.clicks).toEqual([]);
    writer.resume();
    await until(() => log.released === 10);
    expect(writer.state()).toBe("running");
  });

  it("pauses and stops after the batch that is under way", async () => {
    let finish = (): void => undefined;
    const { log, store, writer } = openWriter({
      batchSize: 5,
      wrapStore: (real): ClickStore => ({
        ...real,
        async store(batch) {
          await new Promise<void>((resolve) => (finish = resolve));
          await real.store(batch);
        },
      }),
    });
    await log.append(sampleClicks(10));
    writer.start();
    const idle = finish;
    await until(() => finish !== idle);
    const pausing = writer.pause();
    expect(writer.state()).toBe("pausing");
    finish();
    await pausing;
    expect([store.clicks.length, writer.state()]).toEqual([5, "paused"]);
    const first = finish;
    writer.resume();
    await until(() => finish !== first);
    const stopping = writer.stop(longMs);
    expect(writer.state()).toBe("stopping");
    finish();
    await stopping;
    expect([store.clicks.length, writer.state()]).toEqual([10, "stopped"]);
  });

  it("stops at its deadline though the store gives no answer", async () => {
    let isAsked = false;
    const { log, writer } = openWriter({
      wrapStore: (real) => ({ ...real, store: () => ((isAsked = true), new Promise<never>(() => undefined)) }),
    });
    await log.append(sampleClicks(10));
    writer.start();
    await until(() => isAsked);
    await writer.stop(1);
    expect(writer.state()).toBe("stopping");
  });

  it("tells how much is not stored and how old that is, while the store fails", async () => {
    const { log, writer } = openWriter({
      wrapStore: (real) => ({ ...real, store: () => Promise.reject(new ClickError("STORE_UNAVAILABLE")) }),
    });
    await log.append(sampleClicks(10));
    // Nobody has looked yet.
    expect(writer.stats()).toMatchObject({ lagRecords: undefined, oldestAgeMs: undefined });
    writer.start();
    await until(() => writer.stats().lagRecords === 10);
    expect(writer.stats()).toMatchObject({ stored: 0, oldestAgeMs: nowAt - sampleClick(0).at });
  });
});
