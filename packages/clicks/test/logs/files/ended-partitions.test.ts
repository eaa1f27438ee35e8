import { appendFile, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openFileSource } from "../../../src/logs/files/index.ts";
import { logFiles, type LogFiles } from "../../../src/logs/files/log-files.ts";
import { clicksOf } from "../../../src/testing/log-reader.ts";
import { sampleClicks } from "../../../src/testing/sample-click.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { brokenFiles } from "./broken-files.ts";
import { openFiles, readFiles } from "./open-files.ts";

const name = "start-1";
const hourMs = 60 * 60_000;
const inAnHour = () => Date.now() + hourMs;

describe("the folder of a process that is gone", () => {
  it("has ended when all of it is read and nobody has given a sign of life for long", async () => {
    const folder = await temporaryFolder();
    const { log, source, reader } = await openFiles(folder);
    await log.append(sampleClicks(10));
    const later = readFiles(folder, inAnHour);
    expect(await later.source.isEnded(name, 0)).toBe(false);
    await reader.readRound();
    const position = reader.positions.get(name) ?? 0;
    expect(await source.isEnded(name, position)).toBe(false);
    expect(await later.source.isEnded(name, position)).toBe(true);
  });

  it("has not ended while a process lives whose disk is full", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = await temporaryFolder();
    const files = brokenFiles();
    const { log, reader } = await openFiles(folder, { files, now: inAnHour });
    await log.append(sampleClicks(10));
    await reader.readRound();
    files.breakage.faults = { write: "ENOSPC", open: "ENOSPC" };
    await expect(log.append(sampleClicks(1))).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
    const { source } = readFiles(folder, inAnHour);
    expect(await source.isEnded(name, reader.positions.get(name) ?? 0)).toBe(true);
    vi.advanceTimersByTime(20_000);
    const isEnded = () => source.isEnded(name, reader.positions.get(name) ?? 0);
    await vi.waitFor(async () => expect(await isEnded()).toBe(false), { timeout: 20_000 });
  });

  it("has ended at once where the process has closed its log", async () => {
    const folder = await temporaryFolder();
    const { log, source, reader } = await openFiles(folder);
    await log.append(sampleClicks(10));
    await log.close();
    await reader.readRound();
    expect(await source.isEnded(name, reader.positions.get(name) ?? 0)).toBe(true);
  });

  it("is removed with all that is in it, a torn batch included", async () => {
    const folder = await temporaryFolder();
    const { log, source, reader } = await openFiles(folder);
    await log.append(sampleClicks(10));
    const [segment = ""] = await readdir(join(folder, name));
    await appendFile(join(folder, name, segment), '{"v":1,"id":"01');
    await log.close();
    await reader.readRound();
    await reader.release();
    expect(await source.isEnded(name, reader.positions.get(name) ?? 0)).toBe(true);
    await source.remove(name);
    expect(await readdir(folder)).toEqual([]);
    expect(await source.backlog()).toEqual({ records: 0, oldestAt: undefined });
  });

  it("is not removed while something in it is not stored", async () => {
    const folder = await temporaryFolder();
    const { log, source, reader } = await openFiles(folder);
    await log.append(sampleClicks(10));
    await reader.readRound();
    await reader.release();
    await log.append(sampleClicks(10, 10));
    await source.remove(name);
    expect(clicksOf(await reader.readRound())).toEqual(sampleClicks(10, 10));
  });

  it("is not removed as it was when its process began it anew while it was looked through", async () => {
    const folder = await temporaryFolder();
    const { log, reader } = await openFiles(folder);
    const isAside = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    const slowly: LogFiles["rename"] = async (from, to) => {
      await logFiles.rename(from, to);
      isAside.resolve();
      await mayGoOn.promise;
    };
    const removing = openFileSource({ folder, now: Date.now, files: { ...logFiles, rename: slowly } }).remove(name);
    await isAside.promise;
    for (const first of [0, 10, 20]) await log.append(sampleClicks(10, first));
    mayGoOn.resolve();
    await removing;
    expect(clicksOf(await reader.readRecords(30))).toEqual(sampleClicks(30));
    expect(await readdir(join(folder, name))).toHaveLength(1);
  });

  it("has ended though its disk was full at the last", async () => {
    const folder = await temporaryFolder();
    const files = brokenFiles();
    const { log, source, reader } = await openFiles(folder, { files });
    await log.append(sampleClicks(10));
    files.breakage.faults = { write: "ENOSPC" };
    await expect(log.append(sampleClicks(10, 10))).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
    await log.close();
    expect(await source.isEnded(name, 0)).toBe(false);
    await reader.readRound();
    expect(await source.isEnded(name, reader.positions.get(name) ?? 0)).toBe(true);
  });

  it("is made anew by a process that was only stopped for long, and nothing is lost", async () => {
    const folder = await temporaryFolder();
    const { log, source, reader } = await openFiles(folder);
    await log.append(sampleClicks(10));
    await reader.readRound();
    await reader.release();
    await source.remove(name);
    await log.append(sampleClicks(10, 10));
    expect(clicksOf(await reader.readRound())).toEqual(sampleClicks(10, 10));
  });

  it("is read on where its process has begun anew beside an empty file on its way out", async () => {
    const folder = await temporaryFolder();
    const { log, reader } = await openFiles(folder);
    const [segment = ""] = await readdir(join(folder, name));
    await rename(join(folder, name, segment), join(folder, name, `${segment}.removing`));
    await log.append(sampleClicks(10));
    await log.append(sampleClicks(10, 10));
    const batches = [...(await reader.readRound()), ...(await reader.readRound())];
    expect(clicksOf(batches)).toEqual(sampleClicks(20));
  });

  it("is read to its end though the one that was to remove it was killed meanwhile", async () => {
    const folder = await temporaryFolder();
    const { log, source, reader } = await openFiles(folder);
    await log.append(sampleClicks(10));
    const [segment = ""] = await readdir(join(folder, name));
    await rename(join(folder, name, segment), join(folder, name, `${segment}.removing`));
    expect(clicksOf(await reader.readRound())).toEqual(sampleClicks(10));
    await source.remove(name);
    expect(await readdir(join(folder, name))).toEqual([segment]);
    await reader.release();
    await source.remove(name);
    expect(await readdir(folder)).toEqual([]);
  });
});
