import type { Connection } from "./connection.ts";
import { fieldsOf, strange, textOf } from "./link-answer.ts";

/** What was counted of a link in a period; `json` is the whole of it. */
export type StatsAnswer = {
  readonly json: unknown;
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly clicks: number;
  /** Clicks of programs, and of everybody together. */
  readonly others: number;
  readonly visitors: number;
  readonly total: number;
  readonly asOf: string | undefined;
  readonly before: number | undefined;
};

export type SeriesAnswer = {
  readonly json: unknown;
  readonly grain: string;
  readonly buckets: readonly { readonly from: string; readonly clicks: number }[];
};

/** Each value with its clicks; undefined: not known. */
export type BreakdownAnswer = {
  readonly json: unknown;
  readonly values: readonly { readonly value: string | undefined; readonly clicks: number }[];
  /** Clicks with other values, which are not listed. */
  readonly others: number;
};

export type TopAnswer = {
  readonly json: unknown;
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
    from: requireText(stats["from"], connection),
    to: requireText(stats["to"], connection),
    zone: requireText(stats["zone"], connection),
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
  const { grain, buckets } = fieldsOf(body);
  const rows = requireList(buckets, connection).map((bucket) => {
    const { from, clicks } = fieldsOf(bucket);
    return { from: requireText(from, connection), clicks: requireCount(clicks, connection) };
  });
  return { json: body, grain: textOf(grain) ?? "", buckets: rows };
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
  const { links, isComplete } = fieldsOf(body);
  const rows = requireList(links, connection).map((link) => {
    const { shortUrl, clicks } = fieldsOf(link);
    return { shortUrl: requireText(shortUrl, connection), clicks: requireCount(clicks, connection) };
  });
  return { json: body, links: rows, isComplete: isComplete !== false };
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
