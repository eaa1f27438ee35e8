import type { DatabaseSync } from "node:sqlite";
import type { PartitionState } from "../../click-store.ts";
import { prepare } from "./sql.ts";

export function preparePartitions(database: DatabaseSync): () => readonly PartitionState[] {
  const select = prepare(database, "select-partitions");
  return () => select.all().map(stateFrom);
}

function stateFrom(row: Readonly<Record<string, unknown>>): PartitionState {
  return {
    partition: String(row["partition"]),
    at: Number(row["at"]),
    completeAt: instant(row["complete_at"]),
    seenAt: instant(row["seen_at"]),
  };
}

function instant(value: unknown): number | undefined {
  return value === null ? undefined : Number(value);
}
