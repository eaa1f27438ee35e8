import type { DatabaseSync } from "node:sqlite";
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

type Kept = { readonly list: LinkList; readonly version: string; readonly bytes: number };

/**
 * Days that are over hardly change: their lists are kept, which makes the links of a month fifty times as fast as
 * reading them again. Whether one is still right is seen by the counts of all links together, which every click
 * raises.
 *
 * @param maxBytes How much memory the kept lists take; what has no room is read each time. 100,000 links that humans and
 * bots followed on each of 30 days take 36,000,000.
 */
export function prepareLinkLists(database: DatabaseSync, maxBytes: number): ReadLinkLists {
  const selectBuckets = prepare(database, "select-bucket-counts");
  const read = prepareList(database);
  const lists = new Map<string, Kept>();
  let bytes = 0;
  function drop(key: string): void {
    bytes -= lists.get(key)?.bytes ?? 0;
    lists.delete(key);
  }
  function keep(key: string, kept: Kept): void {
    if (bytes + kept.bytes > maxBytes) return;
    lists.set(key, kept);
    bytes += kept.bytes;
  }
  return ({ level, from, to }) => {
    const minutes = levelMinutes[level];
    return selectBuckets.all(minutes, from / slotMs, to / slotMs).map(({ slot, ...counts }) => {
      const [key, version] = [[minutes, slot].join(" "), Object.values(counts).join(" ")];
      const known = lists.get(key);
      if (known?.version === version) return known.list;
      drop(key);
      const list = read(minutes, Number(slot));
      keep(key, { list, version, bytes: bytesOf(list) });
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

function bytesOf({ links, clicks }: LinkList): number {
  return clicks.reduce((sum, counts) => sum + (counts?.byteLength ?? 0), links.byteLength);
}
