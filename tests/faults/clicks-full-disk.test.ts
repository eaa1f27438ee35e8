import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { startProgram } from "../program/program.ts";
import { diskOf, emptyDisk, fillDisk, onSmallDisk } from "../program/small-disk.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { startClicks } from "./clicks/clicks-process.ts";
import type { ClicksOrder } from "./clicks/order.ts";
import { createLink, followTimes, untilAccounted } from "./clicks/served-clicks.ts";

const unshare = inject("services")["unshare"];
const diskKiB = 24 * 1024;

describe.skipIf(unshare === undefined)("a disk that is full of other things", () => {
  it("costs clicks that are counted as dropped, and every other one is in the log when there is room again", async () => {
    await using folder = await makeTempFolder();
    const order: ClicksOrder = {
      folder: folder.path,
      life: 0,
      visitsPerTurn: 5,
      maxVisits: 2_000,
      keepsPace: false,
      hasWriter: false,
      isHasty: false,
    };
    await using clicks = startClicks(order, onSmallDisk(unshare ?? "", folder.path, diskKiB));
    await clicks.until(({ taken }) => taken > 0);
    const disk = diskOf(clicks.pid, folder.path);

    await fillDisk(disk);
    const full = await clicks.until(({ logFailed }) => logFailed > 0);
    await emptyDisk(disk);
    await clicks.until(({ taken }) => taken > full.taken);

    const { recorded, taken, dropped, buffered, found = [] } = await clicks.finish();
    expect({ sum: taken + dropped, buffered }).toEqual({ sum: recorded, buffered: 0 });
    expect(found).toHaveLength(taken);
    expect(new Set(found).size).toBe(taken);
  });
});

/** Less than the least file of a log, so that one file fills all of it, some 3,000 clicks. */
const logKiB = 1_200;

describe.skipIf(unshare === undefined)("a disk that clicks themselves have filled", () => {
  it("is emptied as they are counted, and everything goes on by itself", { timeout: 180_000 }, async () => {
    await using folder = await makeTempFolder();
    const log = join(folder.path, "clicks", "log");
    await mkdir(log, { recursive: true });
    const under = onSmallDisk(unshare ?? "", log, logKiB);
    await using program = await startProgram({ dataDir: folder.path, under, env: { LOG_LEVEL: "error" } });
    await createLink(program, "full");
    // More than twice what fits.
    let sent = 0;
    for (let round = 0; round < 4; round += 1) sent += await followTimes(program, "full", 2_000);
    expect(sent).toBe(8_000);
    expect(await untilAccounted(program, "full", sent)).toEqual({ stored: sent, dropped: 0 });
    await program.stop();
  });
});
