import type { ClickCounts, ValueCount } from "../../click-store.ts";
import type { Connection } from "../../postgres/connection.ts";
import { countValues, rankValues } from "../../rollup/index.ts";
import { bucketFromRow, storedLink } from "./bucket-row.ts";
import { spanParameters } from "./span-parameters.ts";
import { readStatement } from "./statement.ts";

const selectSpan = readStatement("select-span");

/** Carries out `ClickCounts.breakdown`. */
export async function readBreakdown(
  connection: Connection,
  { link, from, to, dimension, classes, limit }: Parameters<ClickCounts["breakdown"]>[0],
): Promise<readonly ValueCount[]> {
  const { domain, code } = storedLink(link);
  const totals = new Map<string, number>();
  let unknown = 0;
  for (const row of await connection.run(selectSpan, { domain, code, ...spanParameters([{ from, to }]) })) {
    const { counts, values } = bucketFromRow(row).bucket;
    unknown += classes.reduce((sum, name) => sum + counts[name], 0) - countValues(values, dimension, classes, totals);
  }
  return rankValues(totals, unknown, limit);
}
