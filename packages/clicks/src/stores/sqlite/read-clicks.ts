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
    // Before every click where there is no cursor.
    const [afterAt, afterId] = after === undefined ? [-1, new Uint8Array()] : [after.at, idBytes(after.id)];
    return select.all(id, from, to, afterAt, afterId, limit).map((row) => unpackClick(row, link));
  };
}
