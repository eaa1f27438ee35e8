import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { LinkPage, ListPosition, ListQuery } from "../../link-store.ts";
import type { Link, LinkKey } from "../../link.ts";
import { linkFromRow } from "./link-row.ts";
import { readSql } from "./sql.ts";

/** The parameters that the `list-….sql` files may name; each takes those it needs. */
type ListParameters = {
  readonly ownerId: number | null;
  readonly domain: string | null;
  readonly tag: string | null;
  readonly host: string | null;
  readonly afterCreatedAt: number;
  readonly afterDomain: string;
  readonly afterCode: string;
  readonly limit: number;
};

export const newestFirstLists = [
  "list-newest",
  "list-of-owner",
  "list-by-host",
  "list-of-owner-by-host",
  "list-by-tag",
  "list-of-owner-by-tag",
] as const;

type NewestFirstList = (typeof newestFirstLists)[number];

/**
 * What the texts of a page may hold together: 1,000 links of usual length and a hundred of the longest. A page is copied
 * between threads and written as JSON in one go, so that what it costs must not depend on how long its links are.
 */
const maxPageCharacters = 1024 * 1024;

/** What a link costs beside its own texts: the names of its fields, instants, its short URL. */
const linkCharacters = 400;

/** Makes the function that answers `LinkStore.list`, on one snapshot of the database. */
export function prepareList(database: DatabaseSync): (query: ListQuery) => LinkPage {
  const selectOwner = database.prepare(readSql("select-owner"));
  const selectLink = database.prepare(readSql("select-link"));
  const newestFirst = prepareNewestFirst(database);
  const inCodeOrder = prepareInCodeOrder(database);

  const read = (query: ListQuery): LinkPage => {
    const owner = query.ownerId === undefined ? undefined : selectOwner.get(query.ownerId);
    if (query.ownerId !== undefined && owner === undefined) return { links: [], next: undefined };
    // One more than asked for tells whether another page follows.
    const parameters = parametersOf(query, owner === undefined ? null : Number(owner["id"]), query.limit + 1);
    const keys =
      query.codePrefix === undefined ? newestFirst(parameters) : inCodeOrder(parameters, query.codePrefix, query.after);
    return pageOf(keys, query.limit, ({ domain, code }) => {
      const row = selectLink.get(domain, code);
      return row === undefined ? undefined : linkFromRow(row);
    });
  };

  return (query) => {
    database.exec("BEGIN");
    try {
      return read(query);
    } finally {
      database.exec("COMMIT");
    }
  };
}

/** At most `limit` links and, unless the first is that long, `maxPageCharacters`. */
function pageOf(keys: readonly LinkKey[], limit: number, read: (key: LinkKey) => Link | undefined): LinkPage {
  const links: Link[] = [];
  let isCut = keys.length > limit;
  let left = maxPageCharacters;
  for (const key of keys.slice(0, limit)) {
    const link = read(key);
    if (link === undefined) continue;
    left -= sizeOf(link);
    if (left < 0 && links.length > 0) {
      isCut = true;
      break;
    }
    links.push(link);
  }
  return { links, next: isCut ? positionOf(links.at(-1)) : undefined };
}

function sizeOf({ destination, note, quarantineReason, tags }: Link): number {
  const texts = [destination, note ?? "", quarantineReason ?? "", ...tags];
  return texts.reduce((size, text) => size + text.length, linkCharacters);
}

function positionOf(link: Link | undefined): ListPosition | undefined {
  return link === undefined ? undefined : { createdAt: link.createdAt, domain: link.domain, code: link.code };
}

function parametersOf(query: ListQuery, ownerId: number | null, limit: number): ListParameters {
  return {
    ownerId,
    domain: query.domain ?? null,
    tag: query.tag ?? null,
    host: query.host ?? null,
    // Before the first page: later than every link.
    afterCreatedAt: query.after?.createdAt ?? Number.MAX_SAFE_INTEGER,
    afterDomain: query.after?.domain ?? "",
    afterCode: query.after?.code ?? "",
    limit,
  };
}

function prepareNewestFirst(database: DatabaseSync): (parameters: ListParameters) => readonly LinkKey[] {
  const statements = new Map<NewestFirstList, StatementSync>();
  for (const name of newestFirstLists) statements.set(name, prepareNamed(database, name));
  return (parameters) => allKeys(statements.get(narrowestList(parameters)), parameters);
}

/** The list whose index leaves the least to skip: a host is rarer than a tag, and either rarer than an owner. */
function narrowestList({ host, tag, ownerId }: ListParameters): NewestFirstList {
  if (host !== null) return ownerId === null ? "list-by-host" : "list-of-owner-by-host";
  if (tag !== null) return ownerId === null ? "list-by-tag" : "list-of-owner-by-tag";
  return ownerId === null ? "list-newest" : "list-of-owner";
}

/** Walks an index by code once for every domain and merges: codes in order, of equal codes the domains in order. */
function prepareInCodeOrder(database: DatabaseSync) {
  const selectOfAll = prepareNamed(database, "list-by-prefix");
  const selectOfOwner = prepareNamed(database, "list-of-owner-by-prefix");
  const selectNextDomain = database.prepare(readSql("select-next-domain"));

  const domains = (only: string | null): readonly string[] => {
    if (only !== null) return [only];
    const found = [""];
    for (;;) {
      const next = selectNextDomain.get(found.at(-1) ?? "")?.["min(domain)"];
      if (typeof next !== "string") return found;
      found.push(next);
    }
  };

  return (parameters: ListParameters, prefix: string, after: ListPosition | undefined): readonly LinkKey[] => {
    const select = parameters.ownerId === null ? selectOfAll : selectOfOwner;
    return domains(parameters.domain)
      .flatMap((domain) => allKeys(select, { ...parameters, domain, ...codeRange(domain, prefix, after) }))
      .sort((a, b) => compareText(a.code, b.code) || compareText(a.domain, b.domain))
      .slice(0, parameters.limit);
  };
}

/** Every character of a code lies above "!" and below DEL, so these bounds stand just after a code and after a prefix. */
function codeRange(domain: string, prefix: string, after: ListPosition | undefined) {
  const toCode = `${prefix}\x7f`;
  if (after === undefined) return { fromCode: prefix, toCode };
  const isAfterDomain = compareText(domain, after.domain) > 0;
  return { fromCode: isAfterDomain ? after.code : `${after.code}!`, toCode };
}

function allKeys(
  statement: StatementSync | undefined,
  parameters: Record<string, string | number | null>,
): readonly LinkKey[] {
  const rows = statement?.all(parameters) ?? [];
  return rows.map((row) => ({ domain: row["domain"] as string, code: row["code"] as string }));
}

function prepareNamed(database: DatabaseSync, name: string): StatementSync {
  const statement = database.prepare(readSql(name));
  statement.setAllowUnknownNamedParameters(true);
  return statement;
}

/** By bytes, as SQLite compares; codes and domains are ASCII. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
