import type { DatabaseSync } from "node:sqlite";
import type { ClickCounts, LinkCount, LinkRef } from "../../click-store.ts";
import { clickClasses, type ClickClass } from "../../click.ts";
import { levelMinutes, planSpan, rankLinks, slotMs, type SpanPart } from "../../rollup/index.ts";
import type { FindLink } from "./find-link.ts";
import { prepareLinkLists, type LinkList } from "./link-lists.ts";
import { prepare } from "./sql.ts";

type Query = Parameters<ClickCounts["top"]>[0];

/** Of lists of links that are kept in memory. */
const keptBytes = 64 * 1024 * 1024;

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
    const weights = clickClasses.map((name) => Number(classes.includes(name)));
    const clicks = parts.map(({ level, from, to }) => {
      const row = select.get(id, levelMinutes[level], from / slotMs, to / slotMs, ...weights);
      return Number(row?.["clicks"] ?? 0);
    });
    return clicks.reduce((sum, each) => sum + each, 0);
  };
}

function prepareAllClicks(database: DatabaseSync) {
  const lastLink = prepare(database, "select-last-link");
  const name = prepare(database, "select-link-name");
  const listsOf = prepareLinkLists(database, keptBytes);
  return (parts: readonly SpanPart[], classes: readonly ClickClass[], limit: number): readonly LinkCount[] => {
    // Links are numbered from 1 on without great gaps.
    const totals = new Float64Array(Number(lastLink.get()?.["id"]) + 1);
    for (const part of parts) for (const list of listsOf(part)) addClicks(totals, list, classes);
    const least = Math.max(1, totals.toSorted().at(-limit) ?? 1);
    const found: LinkCount[] = [];
    // Names decide among equals, so they are read of all that are equal to the last one.
    for (const [link, clicks] of totals.entries()) {
      if (clicks >= least) found.push({ ...nameOf(name.get(link)), clicks });
    }
    return found;
  };
}

function addClicks(totals: Float64Array, { links, clicks }: LinkList, classes: readonly ClickClass[]): void {
  for (const name of classes) {
    const counts = clicks[clickClasses.indexOf(name)];
    if (counts === undefined) continue;
    for (let index = 0; index < links.length; index += 1) {
      const link = links[index] ?? 0;
      totals[link] = (totals[link] ?? 0) + (counts[index] ?? 0);
    }
  }
}

function nameOf(row: Readonly<Record<string, unknown>> | undefined): LinkRef {
  return { domain: String(row?.["domain"]), code: String(row?.["code"]) };
}
