import type { ClickStore } from "../../click-store.ts";
import { bucketStart } from "../../rollup/index.ts";
import type { Connection, Parameters as StatementParameters } from "./connection.ts";
import { holdWriters } from "./hold-writers.ts";
import { raiseRawBefore } from "./limits.ts";
import { seconds } from "./plan-parameters.ts";
import { readStatement, type Statement } from "./statement.ts";

type Before = Parameters<ClickStore["forget"]>[0];

const selectOldPartitions = readStatement("select-old-partitions");
const dropPartition = readStatement("drop-partition");
const deleteRanges = readStatement("delete-ranges");
const deletePartitions = readStatement("delete-partitions");
const deleteDeadLetters = readStatement("delete-dead-letters");

const rawTables = [
  { table: "clicks", deleteRows: readStatement("delete-clicks") },
  { table: "click_ids", deleteRows: readStatement("delete-ids") },
] as const;

const rollUpTables = [
  { table: "click_buckets", deleteRows: readStatement("delete-buckets") },
  { table: "click_values", deleteRows: readStatement("delete-values") },
] as const;

/** Months go as a whole; of the one in which the instant lies, rows are hidden at once and removed by later merges. */
export async function forget(connection: Connection, { rawBefore, slotsBefore = 0 }: Before): Promise<void> {
  // First of all: nobody shall count what is only half there.
  await raiseRawBefore(connection, rawBefore);
  await holdWriters(connection, connection.writeDeadlineMs, async (stay) => {
    const remove = async (statement: Statement, parameters: StatementParameters = {}) => {
      await stay();
      await connection.write(statement, parameters, { mutations_sync: "1" });
    };
    const removeBefore = async ({ table, deleteRows }: RowsOf, before: number) => {
      for (const partition of await oldPartitions(connection, table, before)) {
        await remove(dropPartition, { table, partition });
      }
      await remove(deleteRows, { before: seconds(before), beforeMs: before });
    };
    for (const rows of rawTables) await removeBefore(rows, rawBefore);
    for (const rows of rollUpTables) await removeBefore(rows, bucketStart("day", slotsBefore));
    await remove(deleteRanges);
    // After the ranges, which are judged by them.
    await remove(deletePartitions, { beforeMs: rawBefore });
    await remove(deleteDeadLetters, { beforeMs: rawBefore });
  });
}

type RowsOf = { readonly table: string; readonly deleteRows: Statement };

async function oldPartitions(connection: Connection, table: string, before: number): Promise<readonly string[]> {
  const month = Number(new Date(before).toISOString().slice(0, 7).replace("-", ""));
  const rows = await connection.read<{ id: string }>(selectOldPartitions, { table, month });
  return rows.map(({ id }) => id);
}
