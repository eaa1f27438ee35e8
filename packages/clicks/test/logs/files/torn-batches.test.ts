import { appendFile, readdir, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatBatch } from "../../../src/logs/files/batch-bytes.ts";
import { clicksOf } from "../../../src/testing/log-reader.ts";
import { sampleClicks } from "../../../src/testing/sample-click.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { brokenFiles } from "./broken-files.ts";
import { openFiles, readFiles } from "./open-files.ts";

describe("a batch that was cut off", () => {
  it("is never read, wherever it was cut, and takes nothing of what was before it", async () => {
    const whole = await formatBatch(sampleClicks(3, 10));
    for (const cut of [1, 10, whole.indexOf("\n"), whole.indexOf("\n") + 1, whole.length - 2, whole.length - 1]) {
      const folder = await temporaryFolder();
      const { log, reader } = await openFiles(folder);
      await log.append(sampleClicks(10));
      const [segment = ""] = await readdir(join(folder, "start-1"));
      await appendFile(join(folder, "start-1", segment), whole.subarray(0, cut));
      expect(clicksOf(await reader.readRound())).toEqual(sampleClicks(10));
      expect(await reader.readRound()).toEqual([]);
    }
  });

  it("is not glued to what the next start writes", async () => {
    const folder = await temporaryFolder();
    const { log } = await openFiles(folder);
    await log.append(sampleClicks(10));
    const [segment = ""] = await readdir(join(folder, "start-1"));
    await appendFile(join(folder, "start-1", segment), '{"v":1,"id":"01');
    const next = await openFiles(folder, { partition: "start-2" });
    await next.log.append(sampleClicks(10, 10));
    expect(clicksOf(await next.reader.readRound())).toEqual(sampleClicks(20));
  });

  it("is read once it is whole", async () => {
    const folder = await temporaryFolder();
    const { log, reader } = await openFiles(folder);
    await log.append(sampleClicks(1));
    const [segment = ""] = await readdir(join(folder, "start-1"));
    const bytes = await formatBatch(sampleClicks(2, 1));
    await appendFile(join(folder, "start-1", segment), bytes.subarray(0, 100));
    expect(clicksOf(await reader.readRound())).toEqual(sampleClicks(1));
    await appendFile(join(folder, "start-1", segment), bytes.subarray(100));
    expect(clicksOf(await reader.readRound())).toEqual(sampleClicks(2, 1));
  });

  it("by a disk that is full is not read, is counted once, and hinders nothing that comes later", async () => {
    const folder = await temporaryFolder();
    const files = brokenFiles();
    const { log, source, reader } = await openFiles(folder, { files });
    await log.append(sampleClicks(10));
    // Nothing can be cut back either: the worst case.
    files.breakage.faults = { write: "ENOSPC", truncate: "EIO" };
    files.breakage.room = 1_000;
    await expect(log.append(sampleClicks(10, 10))).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
    files.breakage.faults = {};
    await log.append(sampleClicks(10, 20));
    const [batch] = await reader.readRound();
    expect(clicksOf(batch === undefined ? [] : [batch])).toEqual(sampleClicks(10));
    // What failed to be stored is read again.
    const next = { after: batch?.to ?? 0 };
    for (const read of [await reader.readFrom("start-1", next), await reader.readFrom("start-1", next)]) {
      expect(clicksOf(read === undefined ? [] : [read])).toEqual(sampleClicks(10, 20));
    }
    expect(clicksOf(await readFiles(folder).reader.readRecords(20))).toHaveLength(20);
    expect(source.torn()).toEqual({ batches: 1, bytes: 1_000 });
  });

  it("leaves no gap when it was the first of all", async () => {
    const folder = await temporaryFolder();
    const files = brokenFiles();
    const { log, reader } = await openFiles(folder, { files });
    files.breakage.faults = { write: "ENOSPC" };
    files.breakage.room = 100;
    await expect(log.append(sampleClicks(10))).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
    files.breakage.faults = {};
    await log.append(sampleClicks(10));
    expect(clicksOf(await reader.readRound())).toEqual(sampleClicks(10));
  });

  it("gives its room on the disk back", async () => {
    const folder = await temporaryFolder();
    const files = brokenFiles();
    const { log } = await openFiles(folder, { files });
    await log.append(sampleClicks(10));
    files.breakage.faults = { write: "ENOSPC" };
    for (const first of [10, 20, 30]) {
      files.breakage.room = 1_000;
      await expect(log.append(sampleClicks(10, first))).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
    }
    files.breakage.faults = {};
    const sizes = (await readdir(join(folder, "start-1"))).map(
      async (file) => (await stat(join(folder, "start-1", file))).size,
    );
    expect(await Promise.all(sizes)).toEqual([(await formatBatch(sampleClicks(10))).length, 0]);
    await log.append(sampleClicks(10, 40));
    expect(clicksOf(await readFiles(folder).reader.readRecords(20))).toEqual([
      ...sampleClicks(10),
      ...sampleClicks(10, 40),
    ]);
  });

  it("is a gap when it had been read before, as after a power failure", async () => {
    const folder = await temporaryFolder();
    const { log, reader } = await openFiles(folder);
    await log.append(sampleClicks(10));
    const [batch] = await reader.readRound();
    await truncate(join(folder, "start-1", "0000000000000000.jsonl"), 100);
    const again = { after: 0, upTo: batch?.to ?? 0 };
    await expect(reader.readFrom("start-1", again)).rejects.toMatchObject({ code: "LOG_GAP" });
    expect(await reader.readFrom("start-1", { ...again, acrossGap: true })).toMatchObject({ from: 0, to: batch?.to });
  });
});
