import type { Visit } from "@narrows/clicks";
import { createLogSink, createRecorder } from "@narrows/clicks/recorder";
import { newClick, openMemoryClickLog } from "@narrows/clicks/testing";
import { createWriter, type WriterEvent } from "@narrows/clicks/writer";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { diskOf, emptyDisk, fillDisk, onSmallDisk } from "../../program/small-disk.ts";
import { clickhouseAddress, startClickHouse } from "../../services/clickhouse-server.ts";
import { expectOnce } from "./ledger.ts";
import { openTemporaryClicks } from "./temporary-clicks.ts";

const unshare = inject("services")["unshare"];
const address = clickhouseAddress();
/** A server of somebody else has a disk of its own. */
const isOurs = address !== undefined && !URL.canParse(address);

const link = { domain: "", code: "hot" };
const diskKiB = 128 * 1024;
/** Only a failing test waits so long. */
const patience = { timeout: 120_000, interval: 50 };

describe.skipIf(!isOurs || unshare === undefined)("ClickHouse whose disk is full", () => {
  it("keeps clicks waiting in the log, and counts each once when there is room again", async () => {
    await using server = await startClickHouse(address, (folder) => onSmallDisk(unshare ?? "", folder, diskKiB));
    if (server.process === undefined) throw new Error("It is a process of the tests here.");
    const disk = diskOf(server.process.pid(), server.process.dataFolder);
    const temporary = await openTemporaryClicks(server);
    const { recorder, writer, events } = startCounting(temporary.clicks);

    record(recorder, 300);
    await vi.waitUntil(() => writer.stats().stored === 300, patience);
    await fillDisk(disk);
    for (let turn = 0; turn < 5; turn += 1) {
      record(recorder, 100);
      const failures = events.length;
      await vi.waitUntil(() => events.length > failures, patience);
    }
    // The last failure may have been of what was recorded before.
    await vi.waitUntil(() => recorder.stats().buffered === 0, patience);
    const during = { ...writer.stats(), ...recorder.stats() };
    await emptyDisk(disk);
    await vi.waitUntil(() => writer.stats().stored === 800, patience);

    expect(during).toMatchObject({ stored: 300, recorded: 800, taken: 800, buffered: 0 });
    expect(events.every((event) => event.kind === "failed" && event.code === "STORE_UNAVAILABLE")).toBe(true);
    expect(Object.values(recorder.stats().dropped).every((count) => count === 0)).toBe(true);
    await expectOnce(temporary, link, 800);
    await writer.stop(10_000);
    await temporary.remove();
  });
});

type TemporaryStore = Awaited<ReturnType<typeof openTemporaryClicks>>["clicks"];

/** What a service does with its clicks, with a log in memory. */
function startCounting(store: TemporaryStore) {
  const log = openMemoryClickLog();
  const events: WriterEvent[] = [];
  const describeVisit = ({ at }: Visit) => newClick({ ...link, at, country: "KR" });
  const recorder = createRecorder({
    sink: createLogSink({ describe: describeVisit, log, onFault: () => undefined }),
    now: Date.now,
    random: Math.random,
    onFault: () => undefined,
  });
  const writer = createWriter({
    source: log,
    store,
    idleMs: 10,
    now: Date.now,
    random: Math.random,
    onEvent: (event) => events.push(event),
  });
  onTestFinished(() => recorder.close(0));
  onTestFinished(() => writer.stop(0));
  writer.start();
  return { recorder, writer, events };
}

function record(recorder: ReturnType<typeof createRecorder>, count: number): void {
  for (let index = 0; index < count; index += 1) recorder.record({ ...visit, at: Date.now() });
}

const visit = {
  ...link,
  method: "GET",
  status: 302,
  remoteAddress: "192.0.2.1",
  rawHeaders: [],
  target: "/hot",
  destination: "https://example.com/",
} as const satisfies Omit<Visit, "at">;
