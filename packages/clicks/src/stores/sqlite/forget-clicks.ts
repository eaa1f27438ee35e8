import type { DatabaseSync } from "node:sqlite";
import { bucketLevels, bucketStart, levelMinutes, slotMs } from "../../rollup/index.ts";
import { prepare } from "./sql.ts";

export type Forgetting = { readonly rawBefore: number; readonly slotsBefore: number | undefined };

/** Rows removed in one transaction: a batch that waits behind them waits for some milliseconds. */
const removedAtOnce = 2_000;

/** Removes a piece of what is to be forgotten. @returns Whether there may be more. */
export function prepareForget(database: DatabaseSync): (before: Forgetting) => boolean {
  const saveRawBefore = prepare(database, "save-raw-before");
  const removePartitions = prepare(database, "remove-partitions");
  const removeClicks = prepare(database, "remove-clicks");
  const removeBuckets = prepare(database, "remove-buckets");
  return ({ rawBefore, slotsBefore }) => {
    // First of all: from the first click on that is gone, days cannot be made anew.
    saveRawBefore.run(rawBefore);
    removePartitions.run(rawBefore);
    let removed = Number(removeClicks.run(rawBefore, removedAtOnce).changes);
    if (slotsBefore === undefined) return removed === removedAtOnce;
    // Whole days in every level, or reports that are cut inside of a day would be short of what whole days say.
    const firstSlot = bucketStart("day", slotsBefore) / slotMs;
    for (const level of bucketLevels) {
      const room = removedAtOnce - removed;
      if (room > 0) removed += Number(removeBuckets.run(levelMinutes[level], firstSlot, room).changes);
    }
    return removed === removedAtOnce;
  };
}
