import type { DatabaseSync } from "node:sqlite";
import type { CountQuery, Counts, LinkRef } from "../../click-store.ts";
import { requireRaw } from "../../require-raw.ts";
import {
  addCounts,
  isSlotBound,
  levelMinutes,
  noClicks,
  planSeries,
  slotMs,
  VisitorSketch,
} from "../../rollup/index.ts";
import { idIn, type FindLink } from "./find-link.ts";
import { allLinksId } from "./link-ids.ts";
import { prepare } from "./sql.ts";
import { countsOf } from "./write-buckets.ts";

type ReadSeries<Link> = (link: Link, bounds: readonly number[]) => readonly Counts[];

export type ReadCounts = {
  readonly counts: (query: CountQuery) => Counts;
  readonly series: ReadSeries<LinkRef | undefined>;
};

export function prepareCounts(database: DatabaseSync, findLink: FindLink): ReadCounts {
  const readRolledUp = prepareRolledUp(database);
  const readRaw = prepareRaw(database);
  function series(link: LinkRef | undefined, bounds: readonly number[]): readonly Counts[] {
    if (bounds.length < 2) return [];
    return (bounds.every(isSlotBound) ? readRolledUp : readRaw)(idIn(findLink, link), bounds);
  }
  return {
    series,
    counts: ({ from, to, link }) => series(link, [from, to])[0] as Counts,
  };
}

/** By the number of a link; undefined: one that nobody has followed. */
type ReadSeriesById = ReadSeries<number | undefined>;

function prepareRolledUp(database: DatabaseSync): ReadSeriesById {
  const select = prepare(database, "select-counts");
  return (link, bounds) => {
    const tallies = bounds.slice(1).map(() => ({ clicks: noClicks(), visitors: new VisitorSketch() }));
    for (const { level, from, to } of link === undefined ? [] : planSeries(bounds)) {
      for (const row of select.iterate(Number(link), levelMinutes[level], from / slotMs, to / slotMs)) {
        const tally = tallies[partOf(bounds, Number(row["slot"]) * slotMs)];
        if (tally === undefined) continue;
        addCounts(tally.clicks, countsOf(row));
        tally.visitors.mergePacked(row["visitors"] as Uint8Array);
      }
    }
    return tallies.map(({ clicks, visitors }) => ({ clicks, visitors: visitors.estimate() }));
  };
}

/** Counts inside of SQLite: to hand each click over would take several times as long. @throws {ClickError} `SPAN_NOT_RAW` */
function prepareRaw(database: DatabaseSync): ReadSeriesById {
  const rawBefore = prepare(database, "select-raw-before");
  const ofLink = prepare(database, "select-raw-counts-of-link");
  const ofAll = prepare(database, "select-raw-counts-of-all");
  const count = (link: number, from: number, to: number): Counts => {
    const row = (link === allLinksId ? ofAll.get(from, to) : ofLink.get(link, from, to)) ?? {};
    return { clicks: countsOf(row), visitors: Number(row["visitors"]) };
  };
  return (link, bounds) => {
    requireRaw(Number(bounds[0]), Number(rawBefore.get()?.["raw_before"]));
    return bounds.slice(1).map((to, index) => {
      return link === undefined ? { clicks: noClicks(), visitors: 0 } : count(link, bounds[index] ?? to, to);
    });
  };
}

/** The last bound that is not after the instant. */
function partOf(bounds: readonly number[], at: number): number {
  let [low, high] = [0, bounds.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((bounds[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
