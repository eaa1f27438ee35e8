import type { DatabaseSync } from "node:sqlite";
import type { LinkRef } from "../../click-store.ts";
import { prepare } from "./sql.ts";

/** Stands for all links together, in buckets. */
export const allLinksId = 0;

export interface LinkIds {
  /** Makes an entry where there is none. */
  idOf(link: LinkRef): number;
  /** To be called when a transaction was rolled back, whose entries are not there. */
  forget(): void;
}

/** Some 10 MiB. */
const rememberedLinks = 50_000;

/** The dictionary of links, for the writer; those it saw last are remembered. */
export function prepareLinkIds(database: DatabaseSync): LinkIds {
  const select = prepare(database, "select-link");
  const insert = prepare(database, "insert-link");
  const ids = new Map<string, number>();
  const lookUp = ({ domain, code }: LinkRef): number => {
    const row = select.get(domain, code);
    return row === undefined ? Number(insert.run(domain, code).lastInsertRowid) : Number(row["id"]);
  };
  return {
    idOf(link) {
      // No code has a space.
      const key = `${link.code} ${link.domain}`;
      const known = ids.get(key);
      if (known !== undefined) return known;
      const id = lookUp(link);
      if (ids.size >= rememberedLinks) ids.clear();
      ids.set(key, id);
      return id;
    },
    forget: () => ids.clear(),
  };
}
