import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openFileLog, openFileSource } from "../../../src/logs/files/index.ts";
import { logFiles, type LogFiles } from "../../../src/logs/files/log-files.ts";
import { clicksOf, createLogReader } from "../../../src/testing/log-reader.ts";
import { sampleClicks } from "../../../src/testing/sample-click.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { openFiles } from "./open-files.ts";

const hungMs = 1_000_000;
const unavailable = { code: "LOG_UNAVAILABLE" };

/** A file system that does not answer as long as a path is named: each such call would hold a thread. */
function hangingFiles() {
  const waiting: (() => void)[] = [];
  const state = { isHung: (path: string): boolean => path === "" };
  const files = Object.fromEntries(
    Object.entries(logFiles).map(([name, call]) => [
      name,
      async (...given: [string]) => {
        if (state.isHung(given[0])) await new Promise<void>((resolve) => waiting.push(resolve));
        return (call as (...all: unknown[]) => Promise<unknown>)(...given);
      },
    ]),
  ) as unknown as LogFiles;
  return {
    files,
    hang: (isHung: (path: string) => boolean) => (state.isHung = isHung),
    held: () => waiting.length,
    mend() {
      state.isHung = () => false;
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

/** Clicks in the partitions that are named, 10 each, and a reader whose patience ends when the test wants. */
async function openHanging(partitions: readonly string[]) {
  const folder = await temporaryFolder();
  for (const [index, partition] of partitions.entries()) {
    const { log } = await openFiles(folder, { partition });
    await log.append(sampleClicks(10, index * 10));
  }
  const disk = hangingFiles();
  onTestFinished(disk.mend);
  const source = openFileSource({ folder, now: Date.now, files: disk.files, hungMs });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const read = (partition: string) =>
    source.read({ partition, after: 0, maxRecords: 100, signal: new AbortController().signal });
  const expectHeld = async (held: number, call: Promise<unknown>) => {
    const outcome = call.catch((error: unknown) => error);
    await vi.waitUntil(() => disk.held() === held, { timeout: 30_000 });
    vi.advanceTimersByTime(hungMs);
    expect(await outcome).toMatchObject(unavailable);
  };
  return { disk, source, read, expectHeld };
}

/** A log on a full disk, where nothing is open and the sign of life is given by a path. */
async function openFull() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const disk = hangingFiles();
  const files = { ...disk.files, open: () => Promise.reject(new Error("Full, as the test wants.")) };
  const log = await openFileLog({ folder: await temporaryFolder(), partition: "start-1", now: Date.now, files });
  onTestFinished(async () => {
    disk.mend();
    await log.close();
  });
  return { disk, log };
}

describe("files that do not answer", () => {
  it("hold one call of a partition, and those of others are read", async () => {
    const { disk, source, read, expectHeld } = await openHanging(["a", "hung", "z"]);
    expect((await source.backlog()).records).toBe(30);
    disk.hang((path) => path.includes("hung"));
    await expectHeld(1, read("hung"));
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(read("hung")).rejects.toMatchObject(unavailable);
      await expect(source.release("hung", 0)).rejects.toMatchObject(unavailable);
      await expect(source.isEnded("hung", 0)).rejects.toMatchObject(unavailable);
      // What was known of it before is counted.
      expect((await source.backlog()).records).toBe(30);
      expect((await read("z"))?.records).toHaveLength(10);
    }
    expect(disk.held()).toBe(1);
    disk.mend();
    await vi.waitFor(async () => expect((await read("hung"))?.records).toHaveLength(10), { timeout: 30_000 });
  });

  it("hold two calls when none of them answers, whatever is asked", async () => {
    const { disk, source, read, expectHeld } = await openHanging(["a", "b", "c"]);
    disk.hang(() => true);
    await expectHeld(1, read("a"));
    await expectHeld(2, source.partitions());
    const ask = [source.partitions, source.backlog, () => read("a"), () => read("b"), () => source.remove("c")];
    for (let tries = 0; tries < 3; tries += 1) {
      for (const one of ask) await expect(one()).rejects.toMatchObject(unavailable);
    }
    expect(disk.held()).toBe(2);
    disk.mend();
    const reader = createLogReader(source);
    await vi.waitFor(async () => expect(clicksOf(await reader.readRound())).toHaveLength(30), { timeout: 30_000 });
  });

  it("are waited for by calls that come while one is under way", async () => {
    const { source, read } = await openHanging(["a", "b", "c"]);
    const reading = Promise.all(["a", "a", "b", "c"].map(read));
    const [backlog, partitions] = await Promise.all([source.backlog(), source.partitions()]);
    expect([backlog.records, partitions]).toEqual([30, ["a", "b", "c"]]);
    expect((await reading).map((batch) => batch?.records.length)).toEqual([10, 10, 10, 10]);
  });

  it("hold one sign of life of whoever writes, and refuse clicks meanwhile", async () => {
    const { disk, log } = await openFull();
    disk.hang(() => true);
    for (let minutes = 0; minutes < 3; minutes += 1) vi.advanceTimersByTime(60_000);
    expect(disk.held()).toBe(1);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const outcome = log.append(sampleClicks(1)).catch((error: unknown) => error);
    await vi.waitUntil(() => vi.getTimerCount() === 1, { timeout: 30_000 });
    vi.advanceTimersByTime(60_000);
    expect(await outcome).toMatchObject(unavailable);
    expect(disk.held()).toBe(1);
  });

  it("hold one append of whoever writes, and no sign of life beside it", async () => {
    const { disk, log } = await openFull();
    disk.hang(() => true);
    const outcome = log.append(sampleClicks(1)).catch((error: unknown) => error);
    await vi.waitUntil(() => disk.held() === 1, { timeout: 30_000 });
    for (let minutes = 0; minutes < 3; minutes += 1) vi.advanceTimersByTime(60_000);
    expect(disk.held()).toBe(1);
    disk.mend();
    expect(await outcome).toMatchObject(unavailable);
  });
});
