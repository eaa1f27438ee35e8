import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { ClickContents, KeptBucket, KeptPosition } from "../../click-contents.ts";
import type { LinkCount, LinkRef } from "../../click-store.ts";
import { instantFrom } from "../../instant-from.ts";
import { bucketLevels, levelMinutes, slotMs } from "../../rollup/index.ts";
import { openConnection } from "./connection.ts";
import { allLinksId } from "./link-ids.ts";
import { migrate } from "./migrate.ts";
import { unpackClick } from "./raw-click.ts";
import { prepareDeadLetters } from "./read-dead-letters.ts";
import { prepare } from "./sql.ts";
import { clickErrorFrom } from "./sqlite-error.ts";
import { packedOf } from "./write-buckets.ts";

type Row = Readonly<Record<string, unknown>>;

const lockTimeoutMs = 5_000;

/** More than a file keeps of them. */
const everyLetter = 1_000_000;

/**
 * Opens all that a file of clicks holds, as of now: what others store meanwhile is not in it. Nobody waits for it. The file
 * must be there, and is brought up to this release.
 *
 * @throws {ClickError} `STORE_NEWER`, `STORE_UNAVAILABLE`
 */
export function openSqliteClickContents(path: string): ClickContents {
  try {
    const database = openConnection({ path: resolve(path), lockTimeoutMs, cacheKib: 16_000, readOnly: false });
    try {
      migrate(database);
      return contentsOf(database);
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw clickErrorFrom(error);
  }
}

function contentsOf(database: DatabaseSync): ClickContents {
  database.exec("BEGIN");
  // The first thing that is read fixes the instant.
  const positions = prepare(database, "select-kept-positions").all().map(positionFrom);
  const rawBefore = Number(prepare(database, "select-raw-before").get()?.["raw_before"] ?? 0);
  const rows = (name: string): Iterable<Row> => prepare(database, name).iterate() as Iterable<Row>;
  return {
    positions: () => positions,
    rawBefore: () => rawBefore,
    totals: (most) => batches(rows("select-kept-totals"), most, totalFrom),
    buckets: (most) => batches(rows("select-kept-buckets"), most, bucketFrom),
    clicks: (most) => batches(rows("select-kept-clicks"), most, (row) => unpackClick(row, linkOf(row))),
    deadLetters: () => prepareDeadLetters(database).newest(everyLetter),
    close: () => database.close(),
  };
}

function* batches<Item>(rows: Iterable<Row>, most: number, read: (row: Row) => Item): Generator<readonly Item[]> {
  let batch: Item[] = [];
  for (const row of rows) {
    batch.push(read(row));
    if (batch.length < most) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function positionFrom(row: Row): KeptPosition {
  return {
    partition: String(row["partition"]),
    at: Number(row["at"]),
    completeAt: instantFrom(row["complete_at"]),
    seenAt: instantFrom(row["seen_at"]),
    goneAt: instantFrom(row["gone_at"]),
  };
}

function linkOf(row: Row): LinkRef {
  return { domain: String(row["domain"]), code: String(row["code"]) };
}

function totalFrom(row: Row): LinkCount {
  return { ...linkOf(row), clicks: Number(row["humans"]) };
}

function bucketFrom(row: Row): KeptBucket {
  const level = bucketLevels.find((name) => levelMinutes[name] === Number(row["level"]));
  if (level === undefined) throw new RangeError(`There is a roll-up of ${String(row["level"])} minutes.`);
  const link = Number(row["link"]) === allLinksId ? undefined : linkOf(row);
  return { link, level, startAt: Number(row["slot"]) * slotMs, bucket: packedOf(row) };
}
