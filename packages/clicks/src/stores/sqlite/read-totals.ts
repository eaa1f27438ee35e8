import type { DatabaseSync } from "node:sqlite";
import type { LinkRef, LinkTotals } from "../../click-store.ts";
import { instantFrom } from "../../instant-from.ts";
import type { FindLink } from "./find-link.ts";
import { prepare } from "./sql.ts";

export function prepareTotals(database: DatabaseSync, findLink: FindLink): (links: readonly LinkRef[]) => LinkTotals {
  const asOf = prepare(database, "select-as-of");
  return (links) => ({
    clicks: links.map((link) => findLink(link)?.humans ?? 0),
    asOf: instantFrom(asOf.get()?.["as_of"]),
  });
}
