import type { ClickHouseSettings } from "@clickhouse/client";

/** What a write adds for itself. */
export type WriteSettings = {
  /** The same for a write that is done again: ClickHouse takes one of them. Never the same for other rows. */
  readonly insert_deduplication_token?: string;
  readonly mutations_sync?: "1";
  readonly insert_deduplicate?: 0;
};

/**
 * Written out because the defaults were others in other versions, and because what a batch adds to a table must become one
 * part in each of its partitions: it is there as a whole or not at all, and is recognised as a whole.
 */
export const rowsInOneBlock: ClickHouseSettings = {
  // Since 26.3 inserts are otherwise collected with those of others.
  async_insert: 0,
  insert_deduplicate: 1,
  // What is inserted is grouped already; grouping it by its order again takes as long as all the rest.
  optimize_on_insert: 0,
  max_insert_threads: "1",
  max_insert_block_size: "10000000",
  min_insert_block_size_rows: "10000000",
  min_insert_block_size_bytes: "10000000000",
  max_partitions_per_insert_block: "1000",
  // One thread, so that rows come in one stream, and aggregates as one block.
  max_threads: 1,
  max_block_size: "10000000",
  group_by_two_level_threshold: "0",
  group_by_two_level_threshold_bytes: "0",
};
