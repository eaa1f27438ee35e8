import type { PartitionState } from "../../click-store.ts";
import type { Connection } from "./connection.ts";
import { readStatement } from "./statement.ts";

const selectPartitions = readStatement("select-partitions");

/** Zeros where nothing was said. */
type PartitionRow = {
  readonly partition: string;
  readonly at: number;
  readonly completeAt: number;
  readonly seenAt: number;
};

export async function readPartitions(connection: Connection): Promise<readonly PartitionState[]> {
  const rows = await connection.read<PartitionRow>(selectPartitions);
  return rows.map(({ partition, at, completeAt, seenAt }) => ({
    partition,
    at,
    completeAt: completeAt === 0 ? undefined : completeAt,
    seenAt: seenAt === 0 ? undefined : seenAt,
  }));
}
