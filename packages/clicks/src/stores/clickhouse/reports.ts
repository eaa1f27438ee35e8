import type { ClickCounts, LinkCount, LinkRef, LinkTotals, ValueCount } from "../../click-store.ts";
import type { Click } from "../../click.ts";
import { rankValues } from "../../rollup/index.ts";
import { lastInstant } from "./click-row.ts";
import type { Connection } from "./connection.ts";
import { planParameters, planWithoutEighths } from "./plan-parameters.ts";
import { readSeries } from "./series.ts";
import { readStatement } from "./statement.ts";

const selectTotals = readStatement("select-totals");
const selectValues = readStatement("select-values");
const selectTop = readStatement("select-top");
const selectClicks = readStatement("select-clicks");

const noUuid = "00000000-0000-0000-0000-000000000000";

/** Lists of equal length, of those links alone that have clicks; `asOf` is 0 where nobody can tell. */
type TotalsRow = {
  readonly asOf: number;
  readonly domains: readonly string[];
  readonly codes: readonly string[];
  readonly clicks: readonly number[];
};

type ValueRow = { readonly value: string; readonly clicks: number; readonly known: number };

/** What reports are made of, out of ClickHouse's tables. */
export function createReports(connection: Connection): ClickCounts {
  return {
    totals: (links) => readTotals(connection, links),
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

async function readTotals(connection: Connection, links: readonly LinkRef[]): Promise<LinkTotals> {
  const [domains, codes] = [unique(links.map(({ domain }) => domain)), unique(links.map(({ code }) => code))];
  const [row] = await connection.read<TotalsRow>(selectTotals, { domains, codes });
  const found = new Map(row?.codes.map((code, index) => [keyOf(row.domains[index], code), row.clicks[index]]));
  const clicks = links.map(({ domain, code }) => found.get(keyOf(domain, code)) ?? 0);
  return { clicks, asOf: row === undefined || row.asOf === 0 ? undefined : row.asOf };
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

const keyOf = (domain: string | undefined, code: string): string => JSON.stringify([domain, code]);

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
