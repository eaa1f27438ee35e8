import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { ListPosition } from "../../link-store.ts";
import type { Report } from "../../safety/report-store.ts";
import type { CheckedLink, WalkPage } from "../../safety/safety-store.ts";
import { reportFromRow } from "./report-row.ts";
import { readSql } from "./sql.ts";

export type WalkQuery = {
  readonly after: ListPosition | undefined;
  readonly before: number;
  readonly limit: number;
};

export type ReportsQuery = { readonly domain: string | undefined; readonly after: number; readonly limit: number };

type Row = Readonly<Record<string, SQLOutputValue>>;

/** Makes the function that answers `SafetyStore.linksByTime`. */
export function prepareLinksByTime(database: DatabaseSync): (query: WalkQuery) => WalkPage {
  const select = database.prepare(readSql("links-by-time"));
  return ({ after, before, limit }) => {
    const rows = select.all({
      // Before the first page: earlier than every link.
      afterCreatedAt: after?.createdAt ?? Number.MIN_SAFE_INTEGER,
      afterDomain: after?.domain ?? "",
      afterCode: after?.code ?? "",
      before,
      limit,
    });
    return { links: rows.filter((row) => row["leads"] === 1).map(checkedLink), last: positionOf(rows.at(-1)) };
  };
}

/** Makes the function that answers `ReportStore.list`. */
export function prepareReports(database: DatabaseSync): (query: ReportsQuery) => readonly Report[] {
  const select = database.prepare(readSql("list-reports"));
  return ({ domain = null, after, limit }) => select.all({ domain, after, limit }).map(reportFromRow);
}

function checkedLink(row: Row): CheckedLink {
  return {
    domain: row["domain"] as string,
    code: row["code"] as string,
    destination: row["destination"] as string,
    version: Number(row["version"]),
    changedAt: Number(row["updated_at"]),
  };
}

function positionOf(row: Row | undefined): ListPosition | undefined {
  if (row === undefined) return undefined;
  return { createdAt: Number(row["created_at"]), domain: row["domain"] as string, code: row["code"] as string };
}
