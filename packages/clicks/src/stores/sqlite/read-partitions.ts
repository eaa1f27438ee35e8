import type { DatabaseSync } from "node:sqlite";
import type { PartitionState } from "../../click-store.ts";
import { instantFrom } from "../../instant-from.ts";
import { prepare } from "./sql.ts";

export function preparePartitions(database: DatabaseSync): () => readonly PartitionState[] {
  const select = prepare(database, "select-partitions");
  return () => select.all().map(stateFrom);
}

function stateFrom(row: Readonly<Record<string, unknown>>): PartitionState {
  return {
    partition: String(row["partition"]),
    at: Number(row["at"]),
    completeAt: instantFrom(row["complete_at"]),
    seenAt: instantFrom(row["seen_at"]),
  };
}
