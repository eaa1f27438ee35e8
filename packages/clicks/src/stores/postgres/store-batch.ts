import { ClickError } from "../../click-error.ts";
import { endOfLog, type ClickBatch } from "../../click-store.ts";
import type { Click } from "../../click.ts";
import type { Connection } from "../../postgres/connection.ts";
import { arrayText } from "../../postgres/statement.ts";
import { dayMs } from "../../time-units.ts";
import { addRollUps } from "./add-roll-ups.ts";
import { addTotals } from "./add-totals.ts";
import { insertDeadLetters } from "./dead-letters.ts";
import { readStatement } from "./statement.ts";

const beginPartition = readStatement("begin-partition");
const lockPosition = readStatement("lock-position");
const movePosition = readStatement("move-position");
const selectKnown = readStatement("select-known");
const insertClicks = readStatement("insert-clicks");
const lockBuckets = readStatement("lock-buckets");

/** Stores a batch in one transaction; the days of its clicks must be there. */
export function storeBatch(connection: Connection, batch: ClickBatch): Promise<void> {
  return connection.transaction(async () => {
    if (!(await isNext(connection, batch))) return;
    if (batch.clicks.length + batch.dead.length > 0) await storeRecords(connection, batch);
    await connection.run(movePosition, { partition: batch.partition, to: batch.to, ended: endOfLog });
  });
}

/** Until the commit no other batch goes on: whatever this one finds stored, or not, stays so. */
async function storeRecords(connection: Connection, batch: ClickBatch): Promise<void> {
  const [, unknown] = await Promise.all([connection.run(lockBuckets), findUnknown(connection, batch.clicks)]);
  const clicks = await insertNew(connection, unknown);
  await insertDeadLetters(connection, batch.dead);
  if (clicks.length === 0) return;
  await addRollUps(connection, clicks);
  await addTotals(connection, clicks);
}

/**
 * Holds the partition until the end of the transaction.
 *
 * @returns False when the batch is stored already.
 * @throws {ClickError} `POSITION_MOVED`
 */
async function isNext(connection: Connection, { partition, from, to }: ClickBatch): Promise<boolean> {
  const [, [row]] = await Promise.all([
    connection.run(beginPartition, { partition }),
    connection.run(lockPosition, { partition }),
  ]);
  const at = Number(row?.[0]);
  if (at >= to) return false;
  if (at !== from) throw new ClickError("POSITION_MOVED", `It stands at ${at}, the batch begins at ${from}.`);
  return true;
}

/**
 * A click from the future is counted when it is read, so it has another instant each time that its log gives it; logs keep
 * clicks for some 7 days, and clocks differ by less than one. Days before are not looked through: they could be hundreds.
 *
 * @returns Those that are not stored with an instant of those days or a later one, each once.
 */
async function findUnknown(connection: Connection, clicks: readonly Click[]): Promise<readonly Click[]> {
  if (clicks.length === 0) return [];
  const first = clicks.reduce((least, { at }) => Math.min(least, at), Infinity);
  const rows = await connection.run(selectKnown, {
    ids: arrayText(clicks.map(({ id }) => id)),
    from: first - 8 * dayMs,
  });
  const known = new Set(rows.map(([id]) => id));
  return clicks.filter(({ id }) => !known.has(id) && known.add(id));
}

/** @returns Those that were not there at any time. */
async function insertNew(connection: Connection, clicks: readonly Click[]): Promise<readonly Click[]> {
  if (clicks.length === 0) return [];
  const rows = await connection.run(insertClicks, { clicks: JSON.stringify(clicks) });
  const isNew = new Set(rows.map(([id]) => id));
  return clicks.filter(({ id }) => isNew.has(id));
}
