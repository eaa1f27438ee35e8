import type { ClickStore, Span } from "../../click-store.ts";
import type { Connection } from "../../postgres/connection.ts";
import { arrayText } from "../../postgres/statement.ts";
import { bucketLevels, bucketStart, levelMinutes, levelMs } from "../../rollup/index.ts";
import { addRollUps } from "./add-roll-ups.ts";
import { dayOf, startOfDay } from "./click-days.ts";
import { clickFromRow } from "./click-row.ts";
import { holdRaw } from "./series.ts";
import { readStatement } from "./statement.ts";

const forgetRaw = readStatement("forget-raw");
const clickDays = readStatement("click-days");
const dropDay = readStatement("drop-day");
const deleteClicks = readStatement("delete-clicks");
const forgetPartitions = readStatement("forget-partitions");
const forgetLetters = readStatement("forget-dead-letters");
const firstDay = readStatement("first-day");
const subtractHumans = readStatement("subtract-humans");
const addHumans = readStatement("add-humans");
const deleteBuckets = readStatement("delete-buckets");
const lockBuckets = readStatement("lock-buckets");
const selectAllClicks = readStatement("select-all-clicks");

const everyLevel = arrayText(bucketLevels.map((level) => levelMinutes[level]));

/** Before every other id. */
export const lowestId = "00000000-0000-0000-0000-000000000000";

/** Raw clicks that are counted anew at once. */
const pageSize = 5_000;

/** Carries out `ClickStore.forget`: whole days are dropped, and what is left of a day is deleted. */
export async function forgetClicks(
  connection: Connection,
  { rawBefore, slotsBefore }: Parameters<ClickStore["forget"]>[0],
): Promise<void> {
  // First: whoever counts raw clicks from now on knows that some may be missing.
  await connection.run(forgetRaw, { before: rawBefore });
  for (const [day] of await connection.run(clickDays)) {
    // Each by itself, so that nobody waits for more than one.
    if (Number(day) < dayOf(rawBefore)) await connection.run(dropDay, { day: Number(day) });
  }
  await connection.run(forgetPartitions, { before: rawBefore });
  await connection.run(deleteClicks, { from: startOfDay(dayOf(rawBefore)), before: rawBefore });
  await whileNoBatch(connection, () => connection.run(forgetLetters, { before: rawBefore }));
  if (slotsBefore !== undefined) await forgetBuckets(connection, bucketStart("day", slotsBefore));
}

/** Day by day, so that batches wait for one at most. */
async function forgetBuckets(connection: Connection, before: number): Promise<void> {
  for (let from = 0; ;) {
    const [[day = null] = []] = await connection.run(firstDay, { from, before });
    if (day === null) return;
    const to = Number(day) + levelMs("day");
    await whileNoBatch(connection, () => connection.run(deleteBuckets, { minutes: everyLevel, from, to }));
    from = to;
  }
}

/** Carries out `ClickStore.rebuild` in one transaction; batches, and who would forget raw clicks, wait meanwhile. */
export function rebuildRollUps(connection: Connection, { from, to }: Span): Promise<void> {
  return whileNoBatch(connection, async () => {
    await holdRaw(connection, from);
    // Totals are of more days than there are raw clicks of: only the difference is theirs.
    await connection.run(subtractHumans, { from, to });
    await connection.run(deleteBuckets, { minutes: everyLevel, from, to });
    await addRawClicks(connection, { from, to });
    await connection.run(addHumans, { from, to });
  });
}

async function addRawClicks(connection: Connection, { from, to }: Span): Promise<void> {
  let after = { afterAt: from, afterId: lowestId };
  for (;;) {
    const page = (await connection.run(selectAllClicks, { ...after, to, limit: pageSize })).map(clickFromRow);
    await addRollUps(connection, page);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = { afterAt: last.at, afterId: last.id };
  }
}

/** Works in a transaction that holds the lock of the buckets. */
function whileNoBatch<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result> {
  return connection.transaction(async () => {
    await connection.run(lockBuckets);
    return await work();
  });
}
