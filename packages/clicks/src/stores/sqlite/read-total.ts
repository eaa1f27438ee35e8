import type { DatabaseSync } from "node:sqlite";
import type { LinkRef } from "../../click-store.ts";
import type { FindLink } from "./find-link.ts";
import { prepare } from "./sql.ts";

export type Total = { readonly clicks: number; readonly asOf: number | undefined };

export function prepareTotal(database: DatabaseSync, findLink: FindLink): (link: LinkRef) => Total {
  const asOf = prepare(database, "select-as-of");
  return (link) => {
    const instant = asOf.get()?.["as_of"] ?? null;
    return { clicks: findLink(link)?.humans ?? 0, asOf: instant === null ? undefined : Number(instant) };
  };
}
