import { appendFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatBatch } from "../../../src/logs/files/batch-bytes.ts";
import { clicksOf } from "../../../src/testing/log-reader.ts";
import { sampleClicks } from "../../../src/testing/sample-click.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { brokenFiles } from "./broken-files.ts";
import { openFiles, readFiles } from "./open-files.ts";

const name = "start-1";

/** Three files of 300 clicks each, of which the first ends with a part of a batch that the disk did not take. */
async function openThree() {
  const folder = await temporaryFolder();
  const files = brokenFiles();
  const ends = await openFiles(folder, { files, maxSegmentBytes: 1 });
  await ends.log.append(sampleClicks(300));
  const [first = ""] = await readdir(join(folder, name));
  await appendFile(join(folder, name, first), (await formatBatch(sampleClicks(3, 900))).subarray(0, -1));
  files.breakage.faults = { write: "ENOSPC", truncate: "EIO" };
  files.breakage.room = 1_000;
  await expect(ends.log.append(sampleClicks(10, 900))).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
  files.breakage.faults = {};
  for (const part of [300, 600]) await ends.log.append(sampleClicks(300, part));
  const paths = (await readdir(join(folder, name))).toSorted().map((file) => join(folder, name, file));
  return { folder, paths, ...ends };
}

describe("a batch out of several files", () => {
  it("has what was taken over of each, and is the same again, whole or cut anywhere", async () => {
    const { folder, reader } = await openThree();
    const whole = await reader.readFrom(name, { maxRecords: 10_000 });
    expect(clicksOf(whole === undefined ? [] : [whole])).toEqual(sampleClicks(900));
    for (const maxRecords of [299, 300, 301, 599, 600, 601, 899, 900]) {
      const batch = await reader.readFrom(name, { maxRecords });
      expect(clicksOf(batch === undefined ? [] : [batch])).toEqual(sampleClicks(maxRecords));
      expect(await readFiles(folder).reader.readFrom(name, { upTo: batch?.to ?? 0 })).toEqual(batch);
    }
  });

  it("is a gap when one of them is gone by the second time, and what is left of it where it is read across", async () => {
    const { folder, paths, reader } = await openThree();
    const { to = 0 } = (await reader.readFrom(name, { maxRecords: 750 })) ?? {};
    await rm(paths.at(-2) ?? "");
    const again = readFiles(folder).reader;
    await expect(again.readFrom(name, { upTo: to })).rejects.toMatchObject({ code: "LOG_GAP" });
    const left = await again.readFrom(name, { upTo: to, acrossGap: true });
    expect(left).toMatchObject({ from: 0, to });
    expect(clicksOf(left === undefined ? [] : [left])).toEqual([...sampleClicks(300), ...sampleClicks(150, 600)]);
  });
});
