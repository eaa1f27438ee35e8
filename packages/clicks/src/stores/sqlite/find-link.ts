import type { DatabaseSync } from "node:sqlite";
import type { LinkRef } from "../../click-store.ts";
import { allLinksId } from "./link-ids.ts";
import { prepare } from "./sql.ts";

export type FoundLink = { readonly id: number; readonly humans: number };

/** Undefined where nobody has followed the link yet. */
export type FindLink = (link: LinkRef) => FoundLink | undefined;

export function prepareFindLink(database: DatabaseSync): FindLink {
  const select = prepare(database, "select-link");
  return ({ domain, code }) => {
    const row = select.get(domain, code);
    return row === undefined ? undefined : { id: Number(row["id"]), humans: Number(row["humans"]) };
  };
}

/** @param link Undefined: all links together. */
export function idIn(findLink: FindLink, link: LinkRef | undefined): number | undefined {
  return link === undefined ? allLinksId : findLink(link)?.id;
}
