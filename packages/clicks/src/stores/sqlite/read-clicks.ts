import type { DatabaseSync } from "node:sqlite";
import type { ClickCounts } from "../../click-store.ts";
import type { Click } from "../../click.ts";
import type { FindLink } from "./find-link.ts";
import { idBytes, unpackClick } from "./raw-click.ts";
import { prepare } from "./sql.ts";

type Query = Parameters<ClickCounts["clicks"]>[0];

export function prepareClicks(database: DatabaseSync, findLink: FindLink): (query: Query) => readonly Click[] {
  const select = prepare(database, "select-clicks");
  return ({ link, from, to, after, limit }) => {
    const id = findLink(link)?.id;
    if (id === undefined) return [];
    // Before every click of the span where there is no cursor in it.
    const isInside = after !== undefined && after.at >= from;
    const [afterAt, afterId] = isInside ? [after.at, idBytes(after.id)] : [from, new Uint8Array()];
    return select.all(id, afterAt, afterId, to, limit).map((row) => unpackClick(row, link));
  };
}
