import { setImmediate as nextTurn } from "node:timers/promises";
import { onTestFinished, vi } from "vitest";
import type { ClickLog, ClickSource } from "../../src/click-log.ts";
import type { ClickStore } from "../../src/click-store.ts";
import { createLogSink } from "../../src/recorder/log-sink.ts";
import { createRecorder, type RecorderOptions } from "../../src/recorder/recorder.ts";
import type { MemoryClickStore } from "../../src/testing/memory-click-store.ts";
import { createWriter, type Writer, type WriterOptions } from "../../src/writer/writer.ts";
import { describeVisit, sampleVisit } from "../recorder/sample-visit.ts";

export const count = 2_000;
const nowAt = sampleVisit(count).at;

/** More than a recorder holds that is to drop some, however fast its log is. */
const firstAtOnce = 200;

/** Records so many visits, some in each turn, and gives the recorder's books once the log has taken what it will. */
export async function recordAll(log: ClickLog, options: Partial<RecorderOptions> = {}) {
  const recorder = createRecorder({
    sink: createLogSink({ describe: describeVisit, log, onFault: () => undefined }),
    flushMs: 0,
    maxBatch: 50,
    now: () => nowAt,
    random: () => 0.999,
    onFault: () => undefined,
    ...options,
  });
  for (let index = 0; index < count; index += 1) {
    recorder.record(sampleVisit(index));
    if (index >= firstAtOnce && index % 20 === 0) await nextTurn();
  }
  await recorder.close(20_000);
  const { recorded, taken, dropped } = recorder.stats();
  return { recorded, taken, dropped: Object.values(dropped).reduce((sum, part) => sum + part, 0) };
}

/** A writer that goes on until it is stopped, or until the test is over. */
export function startWriter(source: ClickSource, store: ClickStore, options: Partial<WriterOptions> = {}): Writer {
  const writer = createWriter({
    source,
    store,
    batchSize: 70,
    idleMs: 1,
    now: () => nowAt,
    random: () => 0.999,
    onEvent: () => undefined,
    ...options,
  });
  onTestFinished(() => writer.stop(0));
  writer.start();
  return writer;
}

/** Waits until a partition is stored and released to its end. */
export const untilEmpty = (source: ClickSource): Promise<unknown> =>
  vi.waitUntil(async () => (await source.backlog()).records === 0, { timeout: 20_000, interval: 5 });

/** How many clicks are stored, and how many of them more than once. */
export function ledgerOf({ clicks }: MemoryClickStore) {
  const unique = new Set(clicks.map(({ id }) => id)).size;
  return { stored: unique, duplicates: clicks.length - unique };
}
