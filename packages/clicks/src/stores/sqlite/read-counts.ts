import type { DatabaseSync } from "node:sqlite";
import { ClickError } from "../../click-error.ts";
import type { ClassCounts, CountQuery, Counts, LinkRef, Span } from "../../click-store.ts";
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
import { classOf, visitorOf, type ClickRow } from "./raw-click.ts";
import { prepare } from "./sql.ts";
import { countsOf } from "./write-buckets.ts";

type Tally = { readonly clicks: ReturnType<typeof noClicks>; readonly visitors: VisitorSketch };

export type ReadCounts = {
  readonly counts: (query: CountQuery) => Counts;
  readonly series: (link: LinkRef | undefined, bounds: readonly number[]) => readonly Counts[];
};

export function prepareCounts(database: DatabaseSync, findLink: FindLink): ReadCounts {
  const addBuckets = prepareRolledUp(database);
  const addRaw = prepareRaw(database);
  function series(link: LinkRef | undefined, bounds: readonly number[]): readonly Counts[] {
    const tallies = bounds.slice(1).map((): Tally => ({ clicks: noClicks(), visitors: new VisitorSketch() }));
    const add = bounds.every(isSlotBound) ? addBuckets : addRaw;
    if (tallies.length > 0) add(idIn(findLink, link), bounds, (at) => tallies[partOf(bounds, at)]);
    return tallies.map(({ clicks, visitors }) => ({ clicks, visitors: visitors.estimate() }));
  }
  return {
    series,
    counts: ({ from, to, link }) => series(link, [from, to])[0] as Counts,
  };
}

type Adder = (link: number | undefined, bounds: readonly number[], tallyAt: (at: number) => Tally | undefined) => void;

function prepareRolledUp(database: DatabaseSync): Adder {
  const select = prepare(database, "select-counts");
  return (link, bounds, tallyAt) => {
    if (link === undefined) return;
    for (const { level, from, to } of planSeries(bounds)) {
      for (const row of select.iterate(link, levelMinutes[level], from / slotMs, to / slotMs)) {
        const tally = tallyAt(Number(row["slot"]) * slotMs);
        if (tally === undefined) continue;
        addCounts(tally.clicks, countsOf(row) satisfies ClassCounts);
        tally.visitors.mergePacked(row["visitors"] as Uint8Array);
      }
    }
  };
}

/** @throws {ClickError} `SPAN_NOT_RAW` */
function prepareRaw(database: DatabaseSync): Adder {
  const rawBefore = prepare(database, "select-raw-before");
  const ofLink = prepare(database, "select-clicks-of-link");
  const ofAll = prepare(database, "select-clicks-of-all");
  const rowsOf = (link: number, { from, to }: Span): Iterable<ClickRow> =>
    link === allLinksId ? ofAll.iterate(from, to) : ofLink.iterate(link, from, to);
  return (link, bounds, tallyAt) => {
    const [from = 0, to = 0] = [bounds[0], bounds.at(-1)];
    if (from < Number(rawBefore.get()?.["raw_before"])) throw new ClickError("SPAN_NOT_RAW");
    if (link === undefined) return;
    for (const row of rowsOf(link, { from, to })) {
      const [tally, visitor, name] = [tallyAt(Number(row["at"])), visitorOf(row), classOf(row)];
      if (tally === undefined) continue;
      tally.clicks[name] += 1;
      if (name === "human" && visitor !== null) tally.visitors.add(visitor);
    }
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
