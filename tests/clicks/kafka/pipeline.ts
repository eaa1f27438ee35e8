import type { Click, ClickLog, ClickSource, Visit } from "@narrows/clicks";
import { createLogSink, createRecorder, type Recorder, type RecorderOptions } from "@narrows/clicks/recorder";
import { openMemoryClickStore, sampleClick } from "@narrows/clicks/testing";
import { createWriter, type WriterEvent } from "@narrows/clicks/writer";
import { onTestFinished, vi } from "vitest";

/** Only a failing test waits so long. */
export const patience = { timeout: 90_000, interval: 20 };

/** A recorder in front of a log; what it reports as a fault is expected here. */
export function startRecorder(log: ClickLog, options: Partial<RecorderOptions> = {}): Recorder {
  const recorder = createRecorder({
    sink: createLogSink({ describe: describeVisit, log, onFault: () => undefined }),
    flushMs: 1,
    maxBatch: 50,
    now: Date.now,
    random: Math.random,
    onFault: () => undefined,
    ...options,
  });
  onTestFinished(() => recorder.close(0));
  return recorder;
}

/** Visits of five links, whose numbers begin with `first`. */
export function record(recorder: Recorder, count: number, first = 0): void {
  for (let index = first; index < first + count; index += 1) {
    recorder.record({ ...plainVisit, at: Date.now(), code: `link-${index % 5}`, target: `/?${index}` });
  }
}

/** Resolves once the recorder's buffer is empty; tells its books. */
export async function untilTaken(recorder: Recorder) {
  await vi.waitUntil(() => recorder.stats().buffered === 0, patience);
  const { recorded, taken, dropped } = recorder.stats();
  return { recorded, taken, dropped: Object.values(dropped).reduce((sum, part) => sum + part, 0) };
}

/** A writer into a store of the test. */
export function startWriter(source: ClickSource, { checksIds = true } = {}) {
  const store = openMemoryClickStore({ checksIds });
  const events: WriterEvent[] = [];
  const writer = createWriter({
    source,
    store,
    idleMs: 10,
    now: Date.now,
    random: Math.random,
    onEvent: (event) => events.push(event),
  });
  onTestFinished(() => writer.stop(10_000));
  writer.start();
  const ledger = () => {
    const unique = new Set(store.clicks.map(({ id }) => id)).size;
    return { stored: unique, duplicates: store.clicks.length - unique };
  };
  return {
    events,
    ledger,
    /** Up to when each partition is counted, as the store was told last. */
    completeAt: store.completeAt,
    untilStored: (count: number) => vi.waitUntil(() => ledger().stored >= count, patience),
  };
}

/** The clicks of a partition's lost records, by what the writer was told. */
export function lostIn(events: readonly WriterEvent[]): number {
  return events.reduce((sum, event) => (event.kind === "gap" ? sum + event.to - event.after : sum), 0);
}

function describeVisit({ target, code }: Visit): Click {
  return sampleClick(Number(target.slice(2)), { code });
}

const plainVisit = {
  domain: "",
  code: "",
  method: "GET",
  status: 302,
  remoteAddress: "192.0.2.1",
  rawHeaders: [],
  target: "",
  destination: "https://example.com/",
} as const satisfies Omit<Visit, "at">;
