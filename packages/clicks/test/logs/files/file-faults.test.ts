import { readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFileLog, openFileSource } from "../../../src/logs/files/index.ts";
import { clicksOf, createLogReader } from "../../../src/testing/log-reader.ts";
import { sampleClicks } from "../../../src/testing/sample-click.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { brokenFiles, type Breakage } from "./broken-files.ts";
import { openFiles, readFiles } from "./open-files.ts";

const unavailable = { code: "LOG_UNAVAILABLE" };

describe("files of clicks", () => {
  const faults: Record<string, Breakage["faults"]> = {
    "that cannot be written": { write: "EIO" },
    "on a full disk": { write: "ENOSPC", open: "ENOSPC", mkdir: "ENOSPC" },
    "that became read-only": { write: "EROFS", open: "EROFS", truncate: "EROFS", unlink: "EROFS" },
    "of a system that has no more files to open": { write: "EIO", open: "ENFILE", readdir: "EMFILE" },
    "that cannot be looked at": { stat: "EIO" },
  };
  for (const [name, broken] of Object.entries(faults)) {
    it(`${name} refuse clicks and take them again when that is over`, async () => {
      const folder = await temporaryFolder();
      const files = brokenFiles();
      const { log } = await openFiles(folder, { files });
      await log.append(sampleClicks(10));
      files.breakage.faults = broken;
      for (let tries = 0; tries < 3; tries += 1) {
        await expect(log.append(sampleClicks(10, 10))).rejects.toMatchObject(unavailable);
      }
      files.breakage.faults = {};
      await log.append(sampleClicks(10, 20));
      expect(log.stats().failures).toBe(3);
      expect(clicksOf(await readFiles(folder).reader.readRecords(20))).toEqual([
        ...sampleClicks(10),
        ...sampleClicks(10, 20),
      ]);
    });
  }

  it("let a program start though their folder cannot be made, and take clicks once it can", async () => {
    const place = join(await temporaryFolder(), "clicks");
    await writeFile(place, "in the way");
    const { log, reader } = await openFiles(place);
    await expect(log.append(sampleClicks(1))).rejects.toMatchObject(unavailable);
    await rm(place);
    await log.append(sampleClicks(1));
    expect(clicksOf(await reader.readRound())).toEqual(sampleClicks(1));
  });

  it("are made anew when their folder was removed, and count nothing as taken that is gone", async () => {
    const folder = await temporaryFolder();
    const { log, reader } = await openFiles(folder);
    await log.append(sampleClicks(10));
    await reader.readRound();
    await rm(folder, { recursive: true });
    await log.append(sampleClicks(10, 10));
    expect(clicksOf(await reader.readRound({ acrossGap: true }))).toEqual(sampleClicks(10, 10));
  });

  it("are made anew when their folder went elsewhere", async () => {
    const folder = await temporaryFolder();
    const { log } = await openFiles(join(folder, "clicks"));
    await log.append(sampleClicks(10));
    await rename(join(folder, "clicks"), join(folder, "moved"));
    await log.append(sampleClicks(10, 10));
    const { reader } = readFiles(join(folder, "clicks"));
    expect(clicksOf(await reader.readRound({ acrossGap: true }))).toEqual(sampleClicks(10, 10));
  });

  it("are never written by two: a name that was used before is refused", async () => {
    const folder = await temporaryFolder();
    const { log } = await openFiles(folder);
    const again = () => openFileLog({ folder, partition: "start-1", now: Date.now });
    await expect(again()).rejects.toMatchObject(unavailable);
    await log.close();
    await expect(again()).rejects.toMatchObject(unavailable);
  });

  it("take no more than they may keep until some of it is stored", async () => {
    const folder = await temporaryFolder();
    let now = Date.now();
    const { log, source, reader } = await openFiles(folder, {
      maxKeptBytes: 100_000,
      maxSegmentBytes: 10_000,
      now: () => now,
    });
    let taken = 0;
    const fill = async () => {
      for (;;) {
        await log.append(sampleClicks(10, taken));
        taken += 10;
      }
    };
    await expect(fill()).rejects.toMatchObject(unavailable);
    expect(log.stats().keptBytes).toBeLessThanOrEqual(100_000);
    expect(clicksOf(await reader.readRecords(taken))).toHaveLength(taken);
    await reader.release();
    await expect(log.append(sampleClicks(10, taken))).rejects.toMatchObject(unavailable);
    now += 1_000;
    await log.append(sampleClicks(10, taken));
    expect((await source.backlog()).records).toBe(10);
  });

  for (const [size, maxSegmentBytes] of Object.entries({
    "of the usual size": undefined,
    "that are never full": 1e9,
  })) {
    it(`${size} are taken again and again, once what is stored has been removed`, async () => {
      let now = Date.now();
      const { log, source, reader } = await openFiles(await temporaryFolder(), {
        maxKeptBytes: 20_000,
        ...(maxSegmentBytes === undefined ? {} : { maxSegmentBytes }),
        now: () => now,
      });
      let taken = 0;
      const fill = async () => {
        for (;;) {
          await log.append(sampleClicks(10, taken));
          taken += 10;
        }
      };
      for (let round = 0; round < 3; round += 1) {
        const before = taken;
        await expect(fill()).rejects.toMatchObject(unavailable);
        expect(taken).toBeGreaterThan(before);
        expect(clicksOf(await reader.readRecords(taken - before))).toHaveLength(taken - before);
        await reader.release();
        expect((await source.backlog()).records).toBe(0);
        now += 1_000;
      }
    });
  }

  it("on a full disk make room for others once they are stored, the only one too", async () => {
    const folder = await temporaryFolder();
    const files = brokenFiles();
    const { log, reader } = await openFiles(folder, { files });
    await log.append(sampleClicks(10));
    await reader.readRound();
    await reader.release();
    files.breakage.faults = { write: "ENOSPC" };
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(log.append(sampleClicks(10, 10))).rejects.toMatchObject(unavailable);
    }
    await reader.release();
    const left = await readdir(join(folder, "start-1"));
    expect(left).toHaveLength(1);
    expect((await stat(join(folder, "start-1", left[0] ?? ""))).size).toBe(0);
    files.breakage.faults = {};
    await log.append(sampleClicks(10, 10));
    expect(clicksOf(await reader.readRound())).toEqual(sampleClicks(10, 10));
  });

  it("and their folders are for the service's own user alone", async () => {
    const folder = join(await temporaryFolder(), "clicks");
    await openFiles(folder);
    const modes = [folder, join(folder, "start-1"), join(folder, "start-1", "0000000000000000.jsonl")].map(
      async (path) => (await stat(path)).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600]);
  });

  it("on a disk that does not answer keep nobody from ending", async () => {
    const files = brokenFiles();
    const { log } = await openFiles(await temporaryFolder(), { files, closeMs: 1 });
    files.breakage.hangs = true;
    void log.append(sampleClicks(1)).catch(() => undefined);
    await log.close();
    await expect(log.append(sampleClicks(1))).rejects.toMatchObject(unavailable);
  });

  it("that cannot be read leave a reader where it was", async () => {
    const folder = await temporaryFolder();
    const { log } = await openFiles(folder);
    await log.append(sampleClicks(10));
    const files = brokenFiles();
    const source = openFileSource({ folder, now: Date.now, files });
    const reader = createLogReader(source);
    for (const faulty of [{ open: "ENFILE" }, { readdir: "EIO" }]) {
      files.breakage.faults = faulty;
      await expect(reader.readFrom("start-1")).rejects.toMatchObject(unavailable);
    }
    files.breakage.faults = {};
    expect(clicksOf(await reader.readRound())).toEqual(sampleClicks(10));
  });

  it("are left alone by a release that cannot remove them, and removed by the next one", async () => {
    const folder = await temporaryFolder();
    const { log } = await openFiles(folder, { maxSegmentBytes: 1 });
    for (const first of [0, 10, 20]) await log.append(sampleClicks(10, first));
    const files = brokenFiles();
    const reader = createLogReader(openFileSource({ folder, now: Date.now, files }));
    await reader.readRecords(30);
    files.breakage.faults = { unlink: "EIO" };
    await expect(reader.release()).rejects.toMatchObject(unavailable);
    files.breakage.faults = {};
    await reader.release();
    expect(await readdir(join(folder, "start-1"))).toHaveLength(1);
  });
});
