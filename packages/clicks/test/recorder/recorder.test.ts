import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ClickError } from "../../src/click-error.ts";
import { noDrops } from "../../src/recorder/drop-reason.ts";
import { createLogSink } from "../../src/recorder/log-sink.ts";
import { createRecorder, type RecorderOptions } from "../../src/recorder/recorder.ts";
import { bytesOfVisit } from "../../src/recorder/visit-bytes.ts";
import { sampleClicks } from "../../src/testing/sample-click.ts";
import { createManualLog } from "./manual-log.ts";
import { describeVisit, sampleVisit } from "./sample-visit.ts";

const longMs = 600_000;

function open(options: Partial<RecorderOptions> = {}) {
  const { log, next, waiting } = createManualLog();
  const faults: unknown[] = [];
  const recorder = createRecorder({
    sink: createLogSink({ describe: describeVisit, log, onFault: (error) => faults.push(error) }),
    flushMs: 0,
    now: () => sampleVisit(1_000).at,
    random: () => 0.5,
    onFault: (error) => faults.push(error),
    ...options,
  });
  onTestFinished(() => recorder.close(0));
  const record = (count: number, first = 0): void => {
    for (let index = first; index < first + count; index += 1) recorder.record(sampleVisit(index));
  };
  const settled = () => vi.waitUntil(() => recorder.stats().buffered === 0, { timeout: 20_000, interval: 1 });
  return { recorder, record, next, waiting, settled, faults };
}

describe("the recorder", () => {
  it("hands visits to the log together, as the clicks that they are, in their order", async () => {
    const { recorder, record, next, settled } = open();
    record(250);
    expect(recorder.stats()).toMatchObject({ recorded: 250, taken: 0, buffered: 250, oldestAgeMs: 1_000 });
    const append = await next();
    expect(append.clicks).toEqual(sampleClicks(250));
    append.take();
    await settled();
    expect(recorder.stats()).toEqual({
      recorded: 250,
      taken: 250,
      dropped: noDrops,
      buffered: 0,
      bufferedBytes: 0,
      oldestAgeMs: 0,
    });
  });

  it("asks the log for one append at a time, of at most so many visits", async () => {
    const { record, next, waiting } = open({ maxBatch: 100 });
    record(250);
    const first = await next();
    record(50, 250);
    await nextTurn();
    expect(waiting()).toBe(0);
    first.take();
    const second = await next();
    expect([first.clicks.length, second.clicks.length, waiting()]).toEqual([100, 100, 0]);
    second.take();
    const third = await next();
    expect(third.clicks).toEqual(sampleClicks(100, 200));
    third.take();
  });

  it("puts no more to a batch that is large already", async () => {
    const { record, next } = open({ maxBatchBytes: bytesOfVisit(sampleVisit(0)) * 2 });
    record(5);
    for (const expected of [2, 2, 1]) {
      const append = await next();
      expect(append.clicks).toHaveLength(expected);
      append.take();
    }
  });

  it("tries an append that failed again, with the same clicks", async () => {
    const { recorder, record, next, settled, faults } = open();
    record(10);
    const first = await next();
    first.refuse();
    const second = await next();
    expect(second.clicks).toEqual(first.clicks);
    second.take();
    await settled();
    expect(recorder.stats()).toMatchObject({ taken: 10, dropped: noDrops });
    expect(faults).toHaveLength(1);
  });

  it("drops what does not fit, and the oldest batch of a log that goes on failing", async () => {
    const { recorder, record, next } = open({ maxVisits: 100, maxBatch: 40 });
    record(130);
    expect(recorder.stats()).toMatchObject({ buffered: 100, dropped: { ...noDrops, "buffer-full": 30 } });
    (await next()).refuse();
    const second = await next();
    expect(second.clicks).toEqual(sampleClicks(40, 40));
    expect(recorder.stats().dropped).toEqual({ ...noDrops, "buffer-full": 30, "log-failed": 40 });
    second.refuse();
    // There is room again, so this one is kept.
    expect((await next()).clicks).toEqual(second.clicks);
  });

  it("keeps within its bytes, visits in flight included", async () => {
    const visit = sampleVisit(0, { destination: "x".repeat(10_000) });
    const { recorder, next } = open({ maxBytes: bytesOfVisit(visit) * 3 });
    for (let count = 0; count < 5; count += 1) recorder.record(visit);
    expect(recorder.stats()).toMatchObject({ buffered: 3, bufferedBytes: bytesOfVisit(visit) * 3 });
    await next();
    recorder.record(sampleVisit(1));
    expect(recorder.stats().dropped["buffer-full"]).toBe(3);
  });

  it("keeps one of two above a half and one of four above three quarters, where it is to sample", () => {
    let next = 0;
    const { recorder, record } = open({
      maxVisits: 1_024,
      flushMs: longMs,
      overflow: "sample",
      random: () => (next = (next + 0.01) % 1),
    });
    record(512);
    expect(recorder.stats().dropped.sampled).toBe(0);
    record(100, 512);
    expect(recorder.stats()).toMatchObject({ buffered: 562, dropped: { ...noDrops, sampled: 50 } });
    record(100_000, 612);
    const { buffered, dropped } = recorder.stats();
    expect(buffered).toBeLessThanOrEqual(1_024);
    expect(dropped.sampled + dropped["buffer-full"] + buffered).toBe(100_612);
  });

  it("drops what could not be described, and nothing else of its batch", async () => {
    const { recorder, record, settled } = open({ sink: { take: () => Promise.resolve(2) } });
    record(5);
    await settled();
    expect(recorder.stats()).toMatchObject({ recorded: 5, taken: 3, dropped: { ...noDrops, "not-described": 2 } });
  });

  it("gives no batch again of which nobody knows whether it was taken", async () => {
    const given: number[] = [];
    const { recorder, record, settled, faults } = open({
      maxBatch: 10,
      sink: {
        async take(visits) {
          given.push(visits.length);
          if (given.length === 1) throw new ClickError("CLICKS_UNSURE");
          return 0;
        },
      },
    });
    record(15);
    await settled();
    expect(recorder.stats()).toMatchObject({ recorded: 15, taken: 5, dropped: { ...noDrops, unsure: 10 } });
    expect([given, faults.length]).toEqual([[10, 5], 1]);
  });

  it("lets a redirect wait until the log has taken its visit", async () => {
    const { recorder, next } = open({ flushMs: longMs, waitMs: longMs });
    let isOver = false;
    const waits = recorder.recordAndWait(sampleVisit(0)).then(() => (isOver = true));
    const append = await next();
    expect(isOver).toBe(false);
    append.take();
    await waits;
    expect(recorder.stats()).toMatchObject({ taken: 1, buffered: 0 });
  });

  it("takes redirects to a fast log together that come soon after a batch", async () => {
    const { recorder, next } = open({ gatherMs: longMs, waitMs: longMs });
    const first = recorder.recordAndWait(sampleVisit(0));
    const append = await next();
    const second = recorder.recordAndWait(sampleVisit(1));
    append.take();
    await first;
    await nextTurn();
    const third = recorder.recordAndWait(sampleVisit(2));
    const closing = recorder.close(longMs);
    const together = await next();
    expect(together.clicks).toHaveLength(2);
    together.take();
    await Promise.all([second, third, closing]);
    expect(recorder.stats()).toMatchObject({ taken: 3, buffered: 0 });
  });

  it("lets no redirect wait longer than its time, and keeps the visit", async () => {
    const { recorder, next, settled } = open({ waitMs: 1 });
    await recorder.recordAndWait(sampleVisit(0));
    expect(recorder.stats()).toMatchObject({ taken: 0, buffered: 1 });
    (await next()).take();
    await settled();
    expect(recorder.stats().taken).toBe(1);
  });

  it("lets no redirect wait for a visit that was dropped", async () => {
    const { recorder } = open({ maxVisits: 0, waitMs: longMs });
    await recorder.recordAndWait(sampleVisit(0));
    expect(recorder.stats().dropped["buffer-full"]).toBe(1);
  });

  it("hands over what it has when it is closed, and takes nothing more", async () => {
    const { recorder, record, next } = open({ flushMs: longMs, maxBatch: 10 });
    record(15);
    const closing = recorder.close(longMs);
    record(1, 15);
    (await next()).take();
    (await next()).take();
    await closing;
    expect(recorder.stats()).toMatchObject({
      recorded: 16,
      taken: 15,
      buffered: 0,
      dropped: { ...noDrops, stopped: 1 },
    });
  });

  it("counts at its deadline what the log has not taken, once, whatever the log says later", async () => {
    const { recorder, record, next } = open({ maxBatch: 10, waitMs: longMs });
    record(15);
    const waits = recorder.recordAndWait(sampleVisit(15));
    const append = await next();
    await recorder.close(0);
    await waits;
    append.take();
    await nextTurn();
    expect(recorder.stats()).toMatchObject({
      recorded: 16,
      taken: 0,
      buffered: 0,
      dropped: { ...noDrops, stopped: 16 },
    });
  });
});
