import type { Connection } from "./connection.ts";
import { fieldsOf, strange, textOf } from "./link-answer.ts";

/** Which time a report is about. */
export type AnsweredPeriod = { readonly from: string; readonly to: string; readonly zone: string };

/** What was counted of a link in a period; `json` is the whole of it. */
export type StatsAnswer = AnsweredPeriod & {
  readonly json: unknown;
  readonly clicks: number;
  /** Clicks of programs, and of everybody together. */
  readonly others: number;
  readonly visitors: number;
  readonly total: number;
  readonly asOf: string | undefined;
  readonly before: number | undefined;
};

export type SeriesAnswer = AnsweredPeriod & {
  readonly json: unknown;
  readonly grain: string;
  readonly asOf: string | undefined;
  readonly buckets: readonly { readonly from: string; readonly clicks: number }[];
};

/** Each value with its clicks; undefined: not known. */
export type BreakdownAnswer = {
  readonly json: unknown;
  readonly values: readonly { readonly value: string | undefined; readonly clicks: number }[];
  /** Clicks with other values, which are not listed. */
  readonly others: number;
};

export type TopAnswer = AnsweredPeriod & {
  readonly json: unknown;
  readonly asOf: string | undefined;
  readonly links: readonly { readonly shortUrl: string; readonly clicks: number }[];
  readonly isComplete: boolean;
};

/** @throws {CliError} `SERVER_STRANGE` */
export function parseStats(body: unknown, connection: Connection): StatsAnswer {
  const stats = fieldsOf(body);
  const total = fieldsOf(stats["clickCount"]);
  const byClass = Object.entries(fieldsOf(stats["byClass"]));
  const previous = fieldsOf(stats["previous"])["clicks"];
  return {
    json: body,
    ...requirePeriod(stats, connection),
    clicks: requireCount(stats["clicks"], connection),
    others: byClass.reduce((sum, [name, count]) => sum + (name === "human" ? 0 : requireCount(count, connection)), 0),
    visitors: requireCount(stats["visitors"], connection),
    total: requireCount(total["clicks"], connection),
    asOf: textOf(total["asOf"]),
    before: previous === undefined ? undefined : requireCount(previous, connection),
  };
}

/** @throws {CliError} `SERVER_STRANGE` */
export function parseSeries(body: unknown, connection: Connection): SeriesAnswer {
  const { grain, buckets, asOf, ...rest } = fieldsOf(body);
  const rows = requireList(buckets, connection).map((bucket) => {
    const { from, clicks } = fieldsOf(bucket);
    return { from: requireText(from, connection), clicks: requireCount(clicks, connection) };
  });
  const period = requirePeriod(rest, connection);
  return { json: body, ...period, grain: textOf(grain) ?? "", buckets: rows, asOf: textOf(asOf) };
}

/** @throws {CliError} `SERVER_STRANGE` */
export function parseBreakdown(body: unknown, connection: Connection): BreakdownAnswer {
  const { values, clicks: all } = fieldsOf(body);
  const rows = requireList(values, connection).map((row) => {
    const { value, clicks } = fieldsOf(row);
    return { value: textOf(value), clicks: requireCount(clicks, connection) };
  });
  const listed = rows.reduce((sum, { clicks }) => sum + clicks, 0);
  return { json: body, values: rows, others: Math.max(0, requireCount(all, connection) - listed) };
}

/** @throws {CliError} `SERVER_STRANGE` */
export function parseTop(body: unknown, connection: Connection): TopAnswer {
  const { links, isComplete, asOf, ...rest } = fieldsOf(body);
  const rows = requireList(links, connection).map((link) => {
    const { shortUrl, clicks } = fieldsOf(link);
    return { shortUrl: requireText(shortUrl, connection), clicks: requireCount(clicks, connection) };
  });
  const period = requirePeriod(rest, connection);
  return { json: body, ...period, links: rows, isComplete: isComplete !== false, asOf: textOf(asOf) };
}

function requirePeriod(report: Readonly<Record<string, unknown>>, connection: Connection): AnsweredPeriod {
  return {
    from: requireText(report["from"], connection),
    to: requireText(report["to"], connection),
    zone: requireText(report["zone"], connection),
  };
}

function requireText(value: unknown, connection: Connection): string {
  if (typeof value !== "string") throw strange(connection);
  return value;
}

function requireCount(value: unknown, connection: Connection): number {
  if (!Number.isSafeInteger(value)) throw strange(connection);
  return value as number;
}

function requireList(value: unknown, connection: Connection): readonly unknown[] {
  if (!Array.isArray(value)) throw strange(connection);
  return value;
}
