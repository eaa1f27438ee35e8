import { ClickError } from "../../click-error.ts";
import type { ClickBatch } from "../../click-store.ts";
import type { Click } from "../../click.ts";
import type { Connection } from "../../postgres/connection.ts";
import { addRollUps } from "./add-roll-ups.ts";
import { addTotals } from "./add-totals.ts";
import { insertDeadLetters } from "./dead-letters.ts";
import { readStatement } from "./statement.ts";

const beginPartition = readStatement("begin-partition");
const lockPosition = readStatement("lock-position");
const movePosition = readStatement("move-position");
const insertClicks = readStatement("insert-clicks");
const lockBuckets = readStatement("lock-buckets");

/** Stores a batch in one transaction; the days of its clicks must be there. */
export function storeBatch(connection: Connection, batch: ClickBatch): Promise<void> {
  return connection.transaction(async () => {
    if (!(await isNext(connection, batch))) return;
    const clicks = await insertNew(connection, batch.clicks);
    await insertDeadLetters(connection, batch.dead);
    if (clicks.length > 0) {
      // As late as can be: until the commit no other batch goes on.
      await connection.run(lockBuckets);
      await addRollUps(connection, clicks);
      await addTotals(connection, clicks);
    }
    await connection.run(movePosition, { partition: batch.partition, to: batch.to });
  });
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

/** @returns Those that were not there, each once. */
async function insertNew(connection: Connection, clicks: readonly Click[]): Promise<readonly Click[]> {
  if (clicks.length === 0) return [];
  const rows = await connection.run(insertClicks, { clicks: JSON.stringify(clicks) });
  const isNew = new Set(rows.map(([id]) => id));
  return clicks.filter(({ id }) => isNew.delete(id));
}
