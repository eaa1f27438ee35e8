import type { ClickStore, Span } from "../../click-store.ts";
import type { Connection } from "../../postgres/connection.ts";
import { arrayText } from "../../postgres/statement.ts";
import { bucketLevels, bucketStart, levelMinutes } from "../../rollup/index.ts";
import { addRollUps } from "./add-roll-ups.ts";
import { dayOf, startOfDay } from "./click-days.ts";
import { clickFromRow } from "./click-row.ts";
import { requireRaw } from "./series.ts";
import { readStatement } from "./statement.ts";

const forgetRaw = readStatement("forget-raw");
const clickDays = readStatement("click-days");
const dropDay = readStatement("drop-day");
const deleteClicks = readStatement("delete-clicks");
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
  await connection.run(deleteClicks, { from: startOfDay(dayOf(rawBefore)), before: rawBefore });
  if (slotsBefore === undefined) return;
  await connection.run(deleteBuckets, { minutes: everyLevel, from: 0, to: bucketStart("day", slotsBefore) });
}

/** Carries out `ClickStore.rebuild` in one transaction; batches wait meanwhile. */
export function rebuildRollUps(connection: Connection, { from, to }: Span): Promise<void> {
  return connection.transaction(async () => {
    await connection.run(lockBuckets);
    await requireRaw(connection, from);
    await connection.run(deleteBuckets, { minutes: everyLevel, from, to });
    let after = { afterAt: from, afterId: lowestId };
    for (;;) {
      const page = (await connection.run(selectAllClicks, { ...after, to, limit: pageSize })).map(clickFromRow);
      await addRollUps(connection, page);
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) return;
      after = { afterAt: last.at, afterId: last.id };
    }
  });
}
