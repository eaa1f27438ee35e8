import type { LinkPage, ListPosition, ListQuery } from "../../link-store.ts";
import type { Link } from "../../link.ts";
import type { Ask } from "./ask.ts";
import type { Rows } from "./connection.ts";
import { destinationHost, hostHash, linkFromRow } from "./link-row.ts";
import { readStatement, type Parameter } from "./sql.ts";

const selectOwner = readStatement("select-owner");
const listNewestFirst = readStatement("list-newest-first");
const listByTag = readStatement("list-by-tag");
const listByPrefix = readStatement("list-by-prefix");
const listOfOwnerByPrefix = readStatement("list-of-owner-by-prefix");

/**
 * What the texts of a page may hold together: 1,000 links of usual length and a hundred of the longest. What a page costs
 * must not depend on how long its links are.
 */
const maxPageBytes = 1024 * 1024;

/** The last instant that a link can have been created at, see the schema. */
const endOfTime = 4_294_967_295_999;

/** After the columns of a link: how many were found before the longest were cut off; see the `list-….sql` files. */
const foundColumn = 18;

/** Makes the function that answers `LinkStore.list`. */
export function createList(ask: Ask): (query: ListQuery) => Promise<LinkPage> {
  return async (query) => {
    if (canMatchNothing(query)) return { links: [], next: undefined };
    const ownerId = query.ownerId === undefined ? null : await findOwner(ask, query.ownerId);
    if (ownerId === undefined) return { links: [], next: undefined };
    return pageOf(await askPage(ask, query, ownerId), query);
  };
}

/** PostgreSQL's texts have no NUL, so nothing there equals a text that has one. */
function canMatchNothing({ ownerId, domain, tag, codePrefix, host, after }: ListQuery): boolean {
  return [ownerId, domain, tag, codePrefix, host, after?.domain, after?.code].some((text) => text?.includes("\0"));
}

async function findOwner(ask: Ask, name: string): Promise<number | undefined> {
  const [row] = await ask(selectOwner, { name });
  return row === undefined ? undefined : Number(row[0]);
}

function askPage(ask: Ask, query: ListQuery, ownerId: number | null): Promise<Rows> {
  const { codePrefix, tag = null, after } = query;
  const narrowed = {
    ownerId,
    tag,
    domain: query.domain ?? null,
    hostHash: query.host === undefined ? null : hostHash(query.host),
    maxSize: maxPageBytes,
    // One more than asked for tells whether another page follows.
    limit: query.limit + 1,
    afterDomain: after?.domain ?? "",
    afterCode: after?.code ?? "",
  };
  if (codePrefix !== undefined) {
    // Codes are ASCII, so no code that begins with the prefix comes after this.
    const range = { fromCode: codePrefix, toCode: `${codePrefix}\x7f` };
    return ask(ownerId === null ? listByPrefix : listOfOwnerByPrefix, { ...narrowed, ...range });
  }
  const newestFirst: Record<string, Parameter> = { ...narrowed, afterCreatedAt: after?.createdAt ?? endOfTime };
  return ask(tag === null ? listNewestFirst : listByTag, newestFirst);
}

function pageOf(rows: Rows, { limit, host }: ListQuery): LinkPage {
  const links = rows.slice(0, limit).map(linkFromRow);
  const isCut = rows.length > limit || Number(rows[0]?.[foundColumn] ?? 0) > rows.length;
  // Different hosts may have one hash.
  const wanted = host === undefined ? links : links.filter((link) => destinationHost(link) === host);
  return { links: wanted, next: isCut ? positionOf(links.at(-1)) : undefined };
}

function positionOf(link: Link | undefined): ListPosition | undefined {
  return link === undefined ? undefined : { createdAt: link.createdAt, domain: link.domain, code: link.code };
}
