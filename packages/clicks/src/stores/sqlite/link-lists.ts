import type { DatabaseSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import { clickClasses } from "../../click.ts";
import { levelMinutes, slotMs, type SpanPart } from "../../rollup/index.ts";
import { prepare } from "./sql.ts";

/** How often each link was followed within one bucket: numbers at equal places belong together. */
export type LinkList = {
  readonly links: Uint32Array;
  /** In the order of `clickClasses`; undefined where a class has no clicks. */
  readonly clicks: readonly (Uint32Array | undefined)[];
};

/** Gives the lists of all buckets of a part that have clicks. */
export type ReadLinkLists = (part: SpanPart) => readonly LinkList[];

type Kept = { readonly list: LinkList; readonly version: string };

/**
 * Days that are over hardly change: their lists are kept, which makes the links of a month fifty times as fast as
 * reading them again. Whether one is still right is seen by the counts of all links together, which every click
 * raises.
 *
 * @param maxBytes How much memory the kept lists take; the one that was not asked for longest makes room. 100,000 links that humans and
 * bots followed on each of 30 days take 36,000,000.
 */
export function prepareLinkLists(database: DatabaseSync, maxBytes: number): ReadLinkLists {
  const selectBuckets = prepare(database, "select-bucket-counts");
  const read = prepareList(database);
  const lists = new LRUCache<string, Kept>({ maxSize: maxBytes });
  return ({ level, from, to }) => {
    const minutes = levelMinutes[level];
    return selectBuckets.all(minutes, from / slotMs, to / slotMs).map(({ slot, ...counts }) => {
      const [key, version] = [[minutes, slot].join(" "), Object.values(counts).join(" ")];
      const known = lists.get(key);
      if (known?.version === version) return known.list;
      // What is out of date makes room first.
      lists.delete(key);
      const list = read(minutes, Number(slot));
      lists.set(key, { list, version }, { size: bytesOf(list) });
      return list;
    });
  };
}

function prepareList(database: DatabaseSync): (minutes: number, slot: number) => LinkList {
  const select = prepare(database, "select-link-counts");
  return (minutes, slot) => {
    const row = select.get(minutes, slot) ?? {};
    const numbers = (column: string): Uint32Array => Uint32Array.from(JSON.parse(String(row[column])) as number[]);
    const clicks = clickClasses.map(numbers);
    return {
      links: numbers("link"),
      clicks: clicks.map((counts) => (counts.some((count) => count > 0) ? counts : undefined)),
    };
  };
}

/** At least 1, as the cache demands. */
function bytesOf({ links, clicks }: LinkList): number {
  return clicks.reduce((sum, counts) => sum + (counts?.byteLength ?? 0), Math.max(1, links.byteLength));
}
