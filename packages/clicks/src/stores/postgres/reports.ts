import type { ClickCounts } from "../../click-store.ts";
import { instantFrom } from "../../instant-from.ts";
import type { Connection, Row } from "../../postgres/connection.ts";
import { readBreakdown } from "./breakdown.ts";
import { clickFromRow } from "./click-row.ts";
import { linkColumns } from "./link-columns.ts";
import { readCounts, readSeries } from "./series.ts";
import { readStatement } from "./statement.ts";
import { readTop } from "./top.ts";
import { lowestId } from "./upkeep.ts";

const limitTotals = readStatement("limit-totals");
const selectTotals = readStatement("select-totals");
const selectClicks = readStatement("select-clicks");

type Ask = <Result>(work: (connection: Connection) => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

/** @param ask Gives the work a connection, as long as the signal is not aborted. */
export function createReports(ask: Ask): ClickCounts {
  return {
    totals: (links, signal) =>
      ask(async (connection) => {
        const read = () => connection.run(selectTotals, linkColumns(links));
        const [[clicks, asOf] = []] = await (signal === undefined ? read() : readSoon(connection, read));
        return { clicks: clicks as readonly number[], asOf: instantFrom(asOf) };
      }, signal),
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

/** What may be given up keeps a connection no longer than it is waited for. */
function readSoon(connection: Connection, read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
  return connection.transaction(async () => {
    const [, rows] = await Promise.all([connection.run(limitTotals), read()]);
    return rows;
  });
}
