import type { Click } from "../../click.ts";
import type { Connection } from "../../postgres/connection.ts";
import { mergePacked, packBucket, rollUp, type Bucket, type PackedBucket } from "../../rollup/index.ts";
import { bucketColumns, bucketFromRow, keyColumns, type BucketKey } from "./bucket-row.ts";
import { readStatement } from "./statement.ts";

const selectBuckets = readStatement("select-buckets");
const upsertBuckets = readStatement("upsert-buckets");

type Added = BucketKey & { readonly bucket: Bucket };

/** Buckets that are read, merged and written at once. */
const bucketsAtOnce = 2_000;

/** Counts clicks, each of which must be new, in their buckets. The transaction must hold the lock of the buckets. */
export async function addRollUps(connection: Connection, clicks: readonly Click[]): Promise<void> {
  const added = rollUp(clicks).flatMap(({ link, buckets }) => buckets.map((placed): Added => ({ link, ...placed })));
  for (let first = 0; first < added.length; first += bucketsAtOnce) {
    await addBuckets(connection, added.slice(first, first + bucketsAtOnce));
  }
}

async function addBuckets(connection: Connection, added: readonly Added[]): Promise<void> {
  const keys = keyColumns(added);
  const rows = await connection.run(selectBuckets, keys);
  const kept = new Map<number, PackedBucket>(
    rows.map((row) => {
      const { place, bucket } = bucketFromRow(row);
      // PostgreSQL counts from 1.
      return [place - 1, bucket];
    }),
  );
  const merged = added.map(({ bucket }, index) => {
    const before = kept.get(index);
    return packBucket(before === undefined ? bucket : mergePacked(before, bucket));
  });
  await connection.run(upsertBuckets, { ...keys, ...bucketColumns(merged) });
}
