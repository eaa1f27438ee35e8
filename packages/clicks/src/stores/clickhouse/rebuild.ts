import type { Span } from "../../click-store.ts";
import { requireRaw } from "../../require-raw.ts";
import type { Connection, Parameters } from "./connection.ts";
import { holdWriters, type StayHeld } from "./hold-writers.ts";
import { readRawBefore } from "./limits.ts";
import { seconds } from "./plan-parameters.ts";
import { readStatement, type Statement } from "./statement.ts";

const dropCopy = readStatement("drop-copy");
const rebuildTotals = readStatement("rebuild-totals");
const selectSpanPartitions = readStatement("select-span-partitions");
const addTotals = readStatement("add-totals");

const tables = [
  {
    table: "click_buckets",
    copy: "click_buckets_new",
    create: readStatement("create-buckets-copy"),
    replace: readStatement("replace-buckets"),
    fill: [readStatement("copy-buckets"), readStatement("rebuild-buckets"), rebuildTotals],
  },
  {
    table: "click_values",
    copy: "click_values_new",
    create: readStatement("create-values-copy"),
    replace: readStatement("replace-values"),
    fill: [readStatement("copy-values"), readStatement("rebuild-values")],
  },
] as const;

/**
 * Makes the months of the span anew beside the old ones and puts each in the place of the old one at once. What the days
 * have more or fewer clicks by than before is added to the totals last: a rebuild that was ended before leaves them as they
 * were.
 */
export async function rebuild(connection: Connection, { from, to }: Span): Promise<void> {
  await holdWriters(connection, connection.upkeepDeadlineMs, async (stay) => {
    requireRaw(from, await readRawBefore(connection));
    const span = { from: seconds(from), to: seconds(to) };
    const step = steps(connection, stay);
    for (const { copy, create, fill } of tables) {
      await step(dropCopy, { copy });
      await step(create, {});
      for (const statement of fill) await step(statement, span);
    }
    for (const { table, copy, replace } of tables) {
      const partitions = await connection.read<{ id: string }>(selectSpanPartitions, { table, copy, ...span });
      for (const { id } of partitions) await step(replace, { partition: id });
    }
    await step(addTotals, {});
    for (const { copy } of tables) await step(dropCopy, { copy });
  });
}

function steps(connection: Connection, stay: StayHeld) {
  return async (statement: Statement, parameters: Parameters) => {
    await stay();
    // Equal rows are no mistake here: the same span may be made anew again.
    await connection.write(statement, parameters, { insert_deduplicate: 0 }, connection.upkeepDeadlineMs);
  };
}
