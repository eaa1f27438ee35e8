import type { ClickCounts } from "../../click-store.ts";
import { instantFrom } from "../../instant-from.ts";
import type { Connection } from "../../postgres/connection.ts";
import { readBreakdown } from "./breakdown.ts";
import { clickFromRow } from "./click-row.ts";
import { linkColumns } from "./link-columns.ts";
import { readCounts, readSeries } from "./series.ts";
import { readStatement } from "./statement.ts";
import { readTop } from "./top.ts";
import { lowestId } from "./upkeep.ts";

const selectTotals = readStatement("select-totals");
const selectClicks = readStatement("select-clicks");

type Ask = <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>;

/** @param ask Gives the work a connection. */
export function createReports(ask: Ask): ClickCounts {
  return {
    totals: (links) =>
      ask(async (connection) => {
        const [[clicks, asOf] = []] = await connection.run(selectTotals, linkColumns(links));
        return { clicks: clicks as readonly number[], asOf: instantFrom(asOf) };
      }),
    counts: ({ link, from, to }) =>
      ask(async (connection) => {
        const [counts] = await readCounts(connection, link, [{ from, to }]);
        if (counts === undefined) throw new Error("There is one count for each span.");
        return counts;
      }),
    series: (link, bounds) => ask((connection) => readSeries(connection, link, bounds)),
    breakdown: (query) => ask((connection) => readBreakdown(connection, query)),
    top: (query) => ask((connection) => readTop(connection, query)),
    clicks: ({ link: { domain, code }, from, to, after, limit }) =>
      ask(async (connection) => {
        const { at: afterAt, id: afterId } = after ?? { at: from, id: lowestId };
        const rows = await connection.run(selectClicks, { domain, code, from, to, afterAt, afterId, limit });
        return rows.map(clickFromRow);
      }),
  };
}
