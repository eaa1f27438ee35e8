import { appendFile, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatBatch } from "../../../src/logs/files/batch-bytes.ts";
import { segmentPath } from "../../../src/logs/files/segment-names.ts";
import { clicksOf } from "../../../src/testing/log-reader.ts";
import { sampleClicks } from "../../../src/testing/sample-click.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { brokenFiles } from "./broken-files.ts";
import { openFiles } from "./open-files.ts";

const name = "start-1";
const gap = { code: "LOG_GAP" };

/** Each batch of ten clicks in a file of its own, and those files in their order. */
async function openSegments(batches: number) {
  const folder = join(await temporaryFolder(), "log");
  const ends = await openFiles(folder, { maxSegmentBytes: 1 });
  for (let batch = 0; batch < batches; batch += 1) await ends.log.append(sampleClicks(10, batch * 10));
  return { ...ends, segments: await pathsIn(folder) };
}

async function pathsIn(folder: string): Promise<readonly string[]> {
  return (await readdir(join(folder, name))).toSorted().map((file) => join(folder, name, file));
}

describe("a file of clicks that somebody has removed or changed", () => {
  for (const [what, lose] of Object.entries({
    removed: (path: string) => rm(path),
    emptied: (path: string) => truncate(path, 0),
    "cut in the middle": (path: string) => truncate(path, 100),
  })) {
    it(`is told as a gap when it was ${what}, and read on behind`, async () => {
      const { reader, segments } = await openSegments(4);
      await lose(segments[1] ?? "");
      expect(clicksOf(await reader.readRound())).toEqual(sampleClicks(10));
      await expect(reader.readRound()).rejects.toMatchObject(gap);
      expect(clicksOf(await reader.readRound({ acrossGap: true }))).toEqual(sampleClicks(10, 20));
      expect(clicksOf(await reader.readRound())).toEqual(sampleClicks(10, 30));
    });
  }

  it("is told as a gap though nothing has come behind it yet, and told once", async () => {
    const folder = await temporaryFolder();
    const files = brokenFiles();
    const { log, source, reader } = await openFiles(folder, { files });
    await log.append(sampleClicks(10));
    files.breakage.faults = { write: "ENOSPC" };
    await expect(log.append(sampleClicks(10, 10))).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
    files.breakage.faults = {};
    await rm((await pathsIn(folder))[0] ?? "");
    await log.close();
    await expect(reader.readRound()).rejects.toMatchObject(gap);
    expect(await source.isEnded(name, 0)).toBe(false);
    expect(await reader.readRound({ acrossGap: true })).toMatchObject([{ from: 0, records: [] }]);
    expect(await reader.readRound()).toEqual([]);
    expect(await source.isEnded(name, reader.positions.get(name) ?? 0)).toBe(true);
  });

  it("is told as a gap when it is emptied unread and a larger batch comes", async () => {
    const folder = await temporaryFolder();
    const { log, reader } = await openFiles(folder);
    await log.append(sampleClicks(5));
    await truncate((await pathsIn(folder))[0] ?? "", 0);
    await log.append(sampleClicks(50, 5));
    await log.append(sampleClicks(7, 55));
    await expect(reader.readRound()).rejects.toMatchObject(gap);
    expect(clicksOf(await reader.readRound({ acrossGap: true }))).toEqual(sampleClicks(57, 5));
  });

  it("costs nothing that comes later when it is emptied while it is written, and is no gap where all was read", async () => {
    const folder = await temporaryFolder();
    const { log, reader } = await openFiles(folder);
    await log.append(sampleClicks(10));
    await reader.readRound();
    await truncate((await pathsIn(folder))[0] ?? "", 0);
    for (const first of [10, 20]) await log.append(sampleClicks(10, first));
    const found = [...(await reader.readRound()), ...(await reader.readRound())];
    expect(clicksOf(found)).toEqual(sampleClicks(20, 10));
  });

  it("is told as a gap when it is emptied while it is written and was not read", async () => {
    const folder = await temporaryFolder();
    const { log, reader } = await openFiles(folder);
    for (const first of [0, 10]) await log.append(sampleClicks(10, first));
    await reader.readRecords(10, { maxRecords: 10 });
    await truncate((await pathsIn(folder))[0] ?? "", 0);
    await log.append(sampleClicks(10, 20));
    await expect(reader.readRound()).rejects.toMatchObject(gap);
    expect(clicksOf(await reader.readRound({ acrossGap: true }))).toEqual(sampleClicks(10, 20));
  });

  it("costs nothing when somebody has added to it while it is written", async () => {
    const folder = await temporaryFolder();
    const { log, reader } = await openFiles(folder);
    await log.append(sampleClicks(10));
    await appendFile((await pathsIn(folder))[0] ?? "", await formatBatch(sampleClicks(30, 500)));
    await reader.readRound();
    for (const first of [10, 20]) await log.append(sampleClicks(10, first));
    const found = [await reader.readRound(), await reader.readRound(), await reader.readRound()];
    const ids = new Set(clicksOf(found.flat()).map(({ id }) => id));
    expect([...ids]).toEqual(sampleClicks(20, 10).map(({ id }) => id));
  });

  it("that stands where the next one is to begin is passed by", async () => {
    const folder = await temporaryFolder();
    const { log, reader } = await openFiles(folder, { maxSegmentBytes: 1 });
    await log.append(sampleClicks(10));
    const { length } = await formatBatch(sampleClicks(10));
    const inTheWay = segmentPath(join(folder, name), { startsAt: length, follows: length });
    await writeFile(inTheWay, "");
    await expect(log.append(sampleClicks(10, 10))).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
    await log.append(sampleClicks(10, 10));
    expect(clicksOf(await reader.readRecords(20))).toEqual(sampleClicks(20));
  });
});
