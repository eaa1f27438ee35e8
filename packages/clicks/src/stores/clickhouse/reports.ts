import type { ClickCounts, LinkCount, LinkRef, ValueCount } from "../../click-store.ts";
import type { Click } from "../../click.ts";
import { rankValues } from "../../rollup/index.ts";
import { lastInstant } from "./click-row.ts";
import type { Connection } from "./connection.ts";
import { planParameters, planWithoutEighths } from "./plan-parameters.ts";
import { readSeries } from "./series.ts";
import { readStatement } from "./statement.ts";

const selectTotal = readStatement("select-total");
const selectValues = readStatement("select-values");
const selectTop = readStatement("select-top");
const selectClicks = readStatement("select-clicks");

const noUuid = "00000000-0000-0000-0000-000000000000";

type ValueRow = { readonly value: string; readonly clicks: number; readonly known: number };

/** What reports are made of, out of ClickHouse's tables. */
export function createReports(connection: Connection): ClickCounts {
  return {
    async total(link) {
      const [row] = await connection.read<{ clicks: number; asOf: number }>(selectTotal, { ...link });
      const { clicks = 0, asOf = 0 } = row ?? {};
      return { clicks, asOf: asOf === 0 ? undefined : asOf };
    },
    async counts({ link, from, to }) {
      const [counts] = await readSeries(connection, link, [from, to]);
      if (counts === undefined) throw new Error("Two bounds have one part between them.");
      return counts;
    },
    series: (link, bounds) => readSeries(connection, link, bounds),
    breakdown: (query) => readValues(connection, query),
    async top({ among, classes, limit, ...span }) {
      if (among?.length === 0) return [];
      const links = among === undefined ? "" : JSON.stringify(among.map(({ domain, code }) => [domain, code]));
      const plan = planParameters([span]);
      return connection.read<LinkCount>(selectTop, { ...plan, classes, among: links, limit });
    },
    async clicks({ link, from, to, after, limit }) {
      // Exclusive, as in the span: of the last instant there may be clicks of later ones, and their time is not known.
      const span = { from: Math.min(from, lastInstant), to: Math.min(to, lastInstant) };
      const cursor = { afterAt: after?.at ?? 0, afterId: after?.id ?? noUuid };
      return connection.read<Click>(selectClicks, { ...link, ...span, ...cursor, limit });
    },
  };
}

async function readValues(
  connection: Connection,
  query: Parameters<ClickCounts["breakdown"]>[0],
): Promise<readonly ValueCount[]> {
  const { link, from, to, dimension, classes, limit } = query;
  const key: LinkRef = link ?? { domain: "", code: "" };
  const plan = planWithoutEighths({ from, to });
  const [rows, [counts]] = await Promise.all([
    connection.read<ValueRow>(selectValues, { ...key, ...plan, dimension, classes, limit }),
    readSeries(connection, link, [from, to]),
  ]);
  const all = classes.reduce((sum, name) => sum + (counts?.clicks[name] ?? 0), 0);
  // A batch that is stored in this moment may be in one of the two and not yet in the other.
  const unknown = Math.max(0, all - (rows[0]?.known ?? 0));
  return rankValues(new Map(rows.map(({ value, clicks }) => [value, clicks])), unknown, limit);
}
