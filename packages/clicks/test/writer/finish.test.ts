import { readdir } from "node:fs/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ClickError } from "../../src/click-error.ts";
import { endOfLog } from "../../src/click-store.ts";
import { openFileLog, openFileSource } from "../../src/logs/files/index.ts";
import { sampleClicks } from "../../src/testing/sample-click.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { nowAt, openWriter, until } from "./open-writer.ts";

const longMs = 600_000;

async function openLog(folder: string, partition: string) {
  const log = await openFileLog({ folder, partition, now: Date.now });
  onTestFinished(() => log.close());
  return log;
}

const openFileWriter = (folder: string) =>
  openWriter({ source: openFileSource({ folder, now: Date.now }), now: Date.now });

/** A writer that tells how often its stop has found a log that lives, and waited for it. */
function openWatchedWriter(folder: string, options: Parameters<typeof openWriter>[0] = {}) {
  const source = openFileSource({ folder, now: Date.now });
  let waits = 0;
  const watched = {
    ...source,
    wait(ms: number, signal: AbortSignal) {
      if (opened.writer.state() === "stopped") waits += 1;
      return source.wait(ms, signal);
    },
  };
  const opened = openWriter({ source: watched, now: Date.now, ...options });
  return { ...opened, waits: () => waits };
}

describe("the writer's stop", () => {
  it("stores all of a log that was closed, and leaves nothing that anybody waits for", async () => {
    const folder = await temporaryFolder();
    const log = await openLog(folder, "start-1");
    const { store, writer } = openFileWriter(folder);
    writer.start();
    await until(() => store.completeAt.has("start-1"));
    await log.append(sampleClicks(10));
    await log.close();
    await writer.stop(longMs);
    expect(store.clicks).toEqual(sampleClicks(10));
    const state = { partition: "start-1", completeAt: endOfLog, seenAt: nowAt };
    expect(await store.partitions()).toMatchObject([state]);
    expect(store.gone).toEqual(["start-1"]);
    expect(await readdir(folder)).toEqual([]);
  });

  it("waits for logs that are being closed, and no longer than its deadline", async () => {
    const folder = await temporaryFolder();
    const logs = [await openLog(folder, "start-1"), await openLog(folder, "start-2")];
    const { writer } = openFileWriter(folder);
    writer.start();
    await logs[0]?.close();
    const stopping = writer.stop(longMs);
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual(["start-2"]), { timeout: 20_000, interval: 5 });
    await logs[1]?.close();
    await stopping;
    expect(await readdir(folder)).toEqual([]);
  });

  it("tries again where the store fails for a moment", async () => {
    const folder = await temporaryFolder();
    const log = await openLog(folder, "start-1");
    let faults = 0;
    const { store, writer } = openWriter({
      source: openFileSource({ folder, now: Date.now }),
      now: Date.now,
      wrapStore: (real) => ({
        ...real,
        async complete(partition, at) {
          if (at === endOfLog && (faults += 1) <= 2) throw new ClickError("STORE_UNAVAILABLE");
          await real.complete(partition, at);
        },
      }),
    });
    writer.start();
    await log.append(sampleClicks(10));
    await until(() => store.completeAt.has("start-1"));
    await log.close();
    await writer.stop(longMs);
    expect([store.completeAt.get("start-1"), faults]).toEqual([endOfLog, 3]);
    expect(await readdir(folder)).toEqual([]);
  });

  it("tells the store no more often of a log that lives", async () => {
    const folder = await temporaryFolder();
    const log = await openLog(folder, "start-1");
    const told: number[] = [];
    const { store, writer, waits } = openWatchedWriter(folder, {
      completeMs: longMs,
      wrapStore: (real) => ({
        ...real,
        async complete(partition, at) {
          told.push(at);
          await real.complete(partition, at);
        },
      }),
    });
    writer.start();
    await log.append(sampleClicks(10));
    await until(() => store.completeAt.has("start-1"));
    const stopping = writer.stop(longMs);
    await until(() => waits() === 4);
    await log.close();
    await stopping;
    expect(told).toEqual([expect.any(Number), endOfLog]);
  });

  it("leaves a log alone whose process lives", async () => {
    const folder = await temporaryFolder();
    const log = await openLog(folder, "start-1");
    const { store, writer, waits } = openWatchedWriter(folder);
    writer.start();
    await log.append(sampleClicks(10));
    await until(() => store.clicks.length === 10 && store.completeAt.has("start-1"));
    const stopping = writer.stop(longMs);
    await until(() => waits() === 2);
    expect(store.completeAt.get("start-1")).toBeLessThan(endOfLog);
    expect(store.gone).toEqual([]);
    expect(await readdir(folder)).toEqual(["start-1"]);
    await log.append(sampleClicks(10, 10));
    await log.close();
    await stopping;
    expect(store.clicks).toEqual(sampleClicks(20));
  });

  it("ends at its deadline though a log lives", async () => {
    const folder = await temporaryFolder();
    await openLog(folder, "start-1");
    const { writer } = openFileWriter(folder);
    writer.start();
    await writer.stop(100);
    expect(await readdir(folder)).toEqual(["start-1"]);
  });

  it("stores nothing where it pauses", async () => {
    const folder = await temporaryFolder();
    const log = await openLog(folder, "start-1");
    const { store, writer } = openFileWriter(folder);
    writer.start();
    await writer.pause();
    await log.append(sampleClicks(10));
    await log.close();
    await writer.stop(longMs);
    expect(store.clicks).toEqual([]);
  });
});
