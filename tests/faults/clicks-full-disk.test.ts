import { describe, expect, inject, it } from "vitest";
import { diskOf, emptyDisk, fillDisk, onSmallDisk } from "../program/small-disk.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { startClicks } from "./clicks/clicks-process.ts";
import type { ClicksOrder } from "./clicks/order.ts";

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
