import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { ArchivedPayload } from "../../archive.ts";
import type { Link, LinkKey } from "../../link.ts";
import { tagsFrom } from "./link-row.ts";
import { readSql } from "./sql.ts";

/** The tables of the archive, one for each month, as one connection sees them. */
export interface ArchiveMonths {
  /** Oldest first. */
  list(): readonly number[];
  has(month: number): boolean;
  /** What the month keeps of a link; undefined: nothing, or the month was dropped. */
  find(month: number, key: LinkKey): ArchivedPayload | undefined;
  /** Prepares a statement of a month that is there. */
  prepare(name: ArchiveStatement, month: number): StatementSync;
}

export type ArchiveStatement =
  | "archive-create-month"
  | "archive-keep"
  | "archive-select"
  | "archive-remove"
  | "archive-drop-month";

export function prepareArchiveMonths(database: DatabaseSync): ArchiveMonths {
  const select = database.prepare(readSql("archive-months"));
  const list = (): readonly number[] => select.all().map((row) => Number(row["month"]));
  const has = (month: number): boolean => list().includes(month);
  // Prepared anew each time: who asks for an archived link is rare, and a month that was dropped would leave its statement.
  const prepare: ArchiveMonths["prepare"] = (name, month) =>
    database.prepare(readSql(name).replaceAll("MONTH", String(month)));
  return {
    list,
    has,
    prepare,
    find: (month, key) => (has(month) ? findBy(prepare("archive-select", month), key) : undefined),
  };
}

/** Finds by one statement a month: for a transaction that reads, in which no month comes or goes. */
export function createPayloadReader(months: ArchiveMonths): Pick<ArchiveMonths, "find"> {
  const statements = new Map(months.list().map((month) => [month, months.prepare("archive-select", month)]));
  return {
    find(month, key) {
      const statement = statements.get(month);
      return statement === undefined ? undefined : findBy(statement, key);
    },
  };
}

function findBy(statement: StatementSync, { domain, code }: LinkKey): ArchivedPayload | undefined {
  const row = statement.get(domain, code);
  if (row === undefined) return undefined;
  return {
    destination: row["destination"] as string,
    tags: tagsFrom(row["tags"] as string | null),
    note: row["note"] as string | null,
  };
}

/** A link as it was before it was archived, as far as that is known; any other as it is. */
export function withPayload(link: Link, month: number | null, months: Pick<ArchiveMonths, "find">): Link {
  return month === null ? link : { ...link, ...months.find(month, link) };
}
