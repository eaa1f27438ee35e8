import type { DatabaseSync } from "node:sqlite";
import type { ClickCounts, ValueCount } from "../../click-store.ts";
import { countValues, levelMinutes, planSpan, rankValues, slotMs } from "../../rollup/index.ts";
import { idIn, type FindLink } from "./find-link.ts";
import { prepare } from "./sql.ts";
import { countsOf } from "./write-buckets.ts";

type Query = Parameters<ClickCounts["breakdown"]>[0];

export function prepareBreakdown(database: DatabaseSync, findLink: FindLink): (query: Query) => readonly ValueCount[] {
  const select = prepare(database, "select-values");
  return ({ link, dimension, classes, limit, ...span }) => {
    const id = idIn(findLink, link);
    if (id === undefined) return [];
    const totals = new Map<string, number>();
    let unknown = 0;
    for (const { level, from, to } of planSpan(span)) {
      for (const row of select.iterate(id, levelMinutes[level], from / slotMs, to / slotMs)) {
        const counts = countsOf(row);
        for (const name of classes) unknown += counts[name];
        unknown -= countValues(row["dimensions"] as Uint8Array, dimension, classes, totals);
      }
    }
    return rankValues(totals, unknown, limit);
  };
}
