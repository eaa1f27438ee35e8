import { ClickError } from "../../click-error.ts";
import { endOfLog, type ClickBatch } from "../../click-store.ts";
import { batchKey, type BatchKey, type LogRange } from "./batch-key.ts";
import { clickColumns, clickRow } from "./click-row.ts";
import type { Connection, Parameters } from "./connection.ts";
import { letterColumns, letterRow } from "./dead-letters.ts";
import { attempts, beginOnce, readPosition, type BegunRange } from "./ranges.ts";
import { readStatement, type Statement } from "./statement.ts";
import type { ValueRoom } from "./value-room.ts";

const claimIds = readStatement("claim-ids");
const fillClicks = readStatement("fill-clicks");
const fillBuckets = readStatement("fill-buckets");
const fillValues = readStatement("fill-values");
const finishRange = readStatement("finish-range");
const dropStaged = readStatement("drop-staged");

/**
 * Filled at the same time, and with one token: they are in no partition together, and ClickHouse remembers a token for each.
 * `place` is where a dimension's bits of `folded` begin that are of the level.
 */
const valueLevels = [
  { level: "slot", seconds: 900, place: 0 },
  { level: "day", seconds: 86_400, place: 2 },
] as const;

/**
 * Stores a batch in steps, each of which may be done again. Every one of them is carried out only while the partition
 * stands at the batch's beginning, and no more than a day after the batch was taken up, so that a writer that slept changes
 * nothing; leaves out what the tables show to be done; and has a token, so that of two at the same time one is taken.
 */
export async function storeBatch(connection: Connection, batch: ClickBatch, room: ValueRoom): Promise<void> {
  const { partition, from, to } = batch;
  const range = await beginOnce(connection, { partition, from, to });
  if (range === undefined) return;
  const key = batchKey(range);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await stage(connection, batch, { ...key, room });
    if (batch.clicks.length > 0) await fill(connection, range, { ...key, attempt });
    if (await finish(connection, batch, { ...range, ...key })) return;
  }
  throw new ClickError("STORE_UNAVAILABLE", "What ClickHouse took of a batch is not there; it is given again.");
}

type Staging = BatchKey & { readonly room: ValueRoom };

/** Lays the clicks ready. They may be there twice. */
async function stage(connection: Connection, { clicks, dead }: ClickBatch, { batch, room }: Staging): Promise<void> {
  const rows = clicks.map((click) => clickRow(click, batch, room.foldedOf(click)));
  await Promise.all([
    connection.insert("click_staged", clickColumns, rows),
    // One more time is no more: they are known by their place.
    connection.insert("click_dead_letters", letterColumns, dead.map(letterRow)),
  ]);
}

type Filling = BatchKey & { readonly attempt: number };

async function fill(connection: Connection, range: BegunRange, { attempt, ...key }: Filling): Promise<void> {
  const write = (statement: Statement, parameters: Parameters = {}) =>
    connection.write(
      statement,
      { ...range, ...key, ...parameters },
      // The next attempt has another one: the server may remember the token of a part that it lost when it was killed.
      { insert_deduplication_token: `${key.batch} ${attempt}` },
    );
  await write(claimIds);
  await write(fillClicks);
  await Promise.all([write(fillBuckets), ...valueLevels.map((level) => write(fillValues, level))]);
}

/** @returns Whether the batch is stored; what was laid ready is gone either way. */
async function finish(
  connection: Connection,
  { clicks }: ClickBatch,
  range: BegunRange & BatchKey & LogRange,
): Promise<boolean> {
  await connection.write(finishRange, { ...range, ended: endOfLog, ids: new Set(clicks.map(({ id }) => id)).size });
  const [{ at }] = await Promise.all([
    readPosition(connection, range.partition),
    // Where it cannot be removed, it goes by itself a day later.
    clicks.length === 0 ? undefined : connection.write(dropStaged, { batch: range.batch }).catch(() => {}),
  ]);
  return at >= range.to;
}
