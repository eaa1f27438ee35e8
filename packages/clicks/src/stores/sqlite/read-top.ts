import type { DatabaseSync } from "node:sqlite";
import type { ClickCounts, LinkCount, LinkRef } from "../../click-store.ts";
import { clickClasses, type ClickClass } from "../../click.ts";
import { levelMinutes, planSpan, rankLinks, slotMs, type SpanPart } from "../../rollup/index.ts";
import type { FindLink } from "./find-link.ts";
import { prepare } from "./sql.ts";

type Query = Parameters<ClickCounts["top"]>[0];

export function prepareTop(database: DatabaseSync, findLink: FindLink): (query: Query) => readonly LinkCount[] {
  const countLink = prepareLinkClicks(database, findLink);
  const countAll = prepareAllClicks(database);
  return ({ classes, among, limit, ...span }) => {
    const parts = planSpan(span);
    const counted =
      among === undefined
        ? countAll(parts, classes, limit)
        : among.map(({ domain, code }) => ({ domain, code, clicks: countLink({ domain, code }, parts, classes) }));
    return rankLinks(counted, limit);
  };
}

function prepareLinkClicks(database: DatabaseSync, findLink: FindLink) {
  const select = prepare(database, "select-link-clicks");
  return (link: LinkRef, parts: readonly SpanPart[], classes: readonly ClickClass[]): number => {
    const id = findLink(link)?.id;
    if (id === undefined) return 0;
    const clicks = parts.map((part) => select.get(id, ...placeOf(part), ...weightsOf(classes))?.["clicks"] ?? 0);
    return clicks.reduce<number>((sum, each) => sum + Number(each), 0);
  };
}

function prepareAllClicks(database: DatabaseSync) {
  const select = prepare(database, "select-top");
  const name = prepare(database, "select-link-name");
  return (parts: readonly SpanPart[], classes: readonly ClickClass[], limit: number): readonly LinkCount[] => {
    const totals = new Map<number, number>();
    for (const part of parts) {
      for (const row of select.iterate(...placeOf(part), ...weightsOf(classes))) {
        const link = Number(row["link"]);
        totals.set(link, (totals.get(link) ?? 0) + Number(row["clicks"]));
      }
    }
    const least = leastOfTop(totals, limit);
    // Names decide among equals, so they are read of all that are equal to the last one.
    const found = [...totals].filter(([, clicks]) => clicks >= least);
    return found.map(([link, clicks]) => ({ ...nameOf(name.get(link)), clicks }));
  };
}

function leastOfTop(totals: ReadonlyMap<number, number>, limit: number): number {
  const clicks = Float64Array.from(totals.values()).sort();
  return Math.max(1, clicks.at(-limit) ?? 1);
}

function placeOf({ level, from, to }: SpanPart): readonly [number, number, number] {
  return [levelMinutes[level], from / slotMs, to / slotMs];
}

/** 1 for each class that is counted, in the order of the columns. */
function weightsOf(classes: readonly ClickClass[]): readonly number[] {
  return clickClasses.map((name) => Number(classes.includes(name)));
}

function nameOf(row: Readonly<Record<string, unknown>> | undefined): LinkRef {
  return { domain: String(row?.["domain"]), code: String(row?.["code"]) };
}
