import type { DeadLetter } from "../../dead-letter.ts";
import type { Connection } from "./connection.ts";
import { readStatement } from "./statement.ts";

const selectDeadLetters = readStatement("select-dead-letters");

export const letterColumns = ["partition", "batch_to", "place", "record", "fault", "found_at"] as const;

/** Halves of characters, which JSON can hold and ClickHouse cannot, are replaced. */
export function letterRow({ partition, batchTo, index, record, fault, foundAt }: DeadLetter): readonly unknown[] {
  return [partition, batchTo, index, record.toWellFormed(), fault.toWellFormed(), foundAt];
}

export async function readDeadLetters(connection: Connection, limit: number): Promise<readonly DeadLetter[]> {
  return connection.read<DeadLetter>(selectDeadLetters, { limit });
}
