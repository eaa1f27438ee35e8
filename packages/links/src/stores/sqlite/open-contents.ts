import { createHash } from "node:crypto";
import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import type { Link } from "../../link.ts";
import type { StoreContents, StoreCounts, StoredAnswer, StoredKey } from "../../store-contents.ts";
import { createPayloadReader, prepareArchiveMonths, withPayload } from "./archive-months.ts";
import { keyFromRow } from "./key-row.ts";
import { linkFromRow } from "./link-row.ts";
import { openMigrated } from "./open-migrated.ts";
import { readSql } from "./sql.ts";

type Row = Record<string, SQLOutputValue>;
type Values = Record<string, SQLInputValue>;

/**
 * Reads everything in a file as it is now, while others may go on to use it. Reading blocks the thread. The file is
 * brought up to this release first.
 *
 * @throws {DatabaseError} As `migrateSqlite`.
 */
export async function openSqliteContents(path: string): Promise<StoreContents> {
  const { database } = await openMigrated(path);
  // What is read next is of this moment, and all of it belongs together.
  database.exec("BEGIN");
  const payloads = createPayloadReader(prepareArchiveMonths(database));
  const all = (name: string, values: Values = {}): Row[] => database.prepare(readSql(name)).all(values);
  const read = (name: string, values: Values = {}) => database.prepare(readSql(name)).iterate(values);
  return {
    identity: identityOf(all("contents-first-link")[0]),
    counts: (now) => all("contents-counts", { now })[0] as StoreCounts,
    links: (batchSize): Iterable<readonly Link[]> =>
      inBatches(read("contents-links"), batchSize, (row) =>
        withPayload(linkFromRow(row), row["archive_month"] as number | null, payloads),
      ),
    keys: () => all("contents-keys").map(storedKeyFromRow),
    owners: () => all("contents-owners").map(({ name }) => name as string),
    answers: (batchSize, now) => inBatches(read("contents-answers", { now }), batchSize, answerFromRow),
    lastChange: () => all("select-last-change")[0]?.["id"] as number,
    nextEpochs: () =>
      all("contents-epochs").map((row) => ({ slot: row["slot"] as number, nextEpoch: row["next_epoch"] as number })),
    close: () => database.close(),
  };
}

/** Links are never removed, so the first one stays the first. */
function identityOf(row: Row | undefined): Uint8Array | undefined {
  return row === undefined
    ? undefined
    : createHash("sha256")
        .update(JSON.stringify(Object.values(row)))
        .digest();
}

function* inBatches<Item>(
  rows: Iterable<Row>,
  batchSize: number,
  fromRow: (row: Row) => Item,
): Iterable<readonly Item[]> {
  let batch: Item[] = [];
  for (const row of rows) {
    batch.push(fromRow(row));
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function storedKeyFromRow(row: Row): StoredKey {
  return { key: keyFromRow(row), secretHash: row["secret_hash"] as Uint8Array };
}

function answerFromRow(row: Row): StoredAnswer {
  return {
    record: {
      requester: row["requester"] as string,
      key: row["key"] as string,
      fingerprint: row["fingerprint"] as Uint8Array,
      responseBody: row["response_body"] as string,
      isReuse: row["is_reuse"] === 1,
      expiresAt: row["expires_at"] as number,
    },
    link: { domain: row["domain"] as string, code: row["code"] as string },
  };
}
