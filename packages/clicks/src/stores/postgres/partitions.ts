import { endOfLog, type PartitionState } from "../../click-store.ts";
import { instantFrom } from "../../instant-from.ts";
import type { Connection, Row } from "../../postgres/connection.ts";
import { readStatement } from "./statement.ts";

const saveComplete = readStatement("complete");
const saveGone = readStatement("let-go");
const selectPartitions = readStatement("select-partitions");

export async function complete(connection: Connection, partition: string, at: number): Promise<void> {
  await connection.run(saveComplete, { partition, at, ended: endOfLog });
}

export async function letGo(connection: Connection, partition: string): Promise<void> {
  await connection.run(saveGone, { partition });
}

export async function readPartitions(connection: Connection): Promise<readonly PartitionState[]> {
  return (await connection.run(selectPartitions)).map(stateFromRow);
}

function stateFromRow([partition, at, completeAt, seenAt]: Row): PartitionState {
  return {
    partition: String(partition),
    at: Number(at),
    completeAt: instantFrom(completeAt),
    seenAt: instantFrom(seenAt),
  };
}
