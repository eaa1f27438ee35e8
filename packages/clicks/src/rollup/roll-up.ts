import type { LinkRef } from "../click-store.ts";
import type { Click } from "../click.ts";
import { bucketLevels, bucketStart, type BucketLevel } from "./bucket-level.ts";
import { addClick, createBucket, mergeBucket, type Bucket } from "./bucket.ts";
import { compareLinks } from "./compare-texts.ts";

/** A bucket and where it belongs; `startAt` in milliseconds since 1970. */
export type PlacedBucket = { readonly level: BucketLevel; readonly startAt: number; readonly bucket: Bucket };

/** All buckets of one link that a batch adds to. */
export type LinkRollUp = {
  /** Undefined: all links together. */
  readonly link: LinkRef | undefined;
  readonly buckets: readonly PlacedBucket[];
};

/**
 * Counts clicks, each of which must be new, in the buckets of every level, of its link and of all links together.
 *
 * @returns Always in the same order, all links first, so that those who lock rows by it do not lock each other out.
 */
export function rollUp(clicks: readonly Click[]): readonly LinkRollUp[] {
  const links = [...linksOf(clicks).values()].toSorted((a, b) => compareLinks(a.link, b.link));
  const rolled = links.map(({ link, slots }) => ({ link, buckets: allLevels(slots) }));
  if (clicks.length === 0) return [];
  return [{ link: undefined, buckets: allLevels(together(links)) }, ...rolled];
}

type Slots = ReadonlyMap<number, Bucket>;
type LinkSlots = { readonly link: LinkRef; readonly slots: Slots };

function linksOf(clicks: readonly Click[]): ReadonlyMap<string, LinkSlots> {
  const links = new Map<string, { readonly link: LinkRef; readonly slots: Map<number, Bucket> }>();
  for (const click of clicks) {
    // No code has a space.
    const key = `${click.code} ${click.domain}`;
    let found = links.get(key);
    if (found === undefined) {
      found = { link: { domain: click.domain, code: click.code }, slots: new Map() };
      links.set(key, found);
    }
    addClick(bucketAt(found.slots, bucketStart("slot", click.at)), click);
  }
  return links;
}

function together(links: readonly LinkSlots[]): Slots {
  const all = new Map<number, Bucket>();
  for (const { slots } of links) {
    for (const [startAt, bucket] of slots) mergeBucket(bucketAt(all, startAt), bucket);
  }
  return all;
}

function allLevels(slots: Slots): readonly PlacedBucket[] {
  return bucketLevels.flatMap((level) =>
    [...(level === "slot" ? slots : widened(slots, level))]
      .toSorted(([a], [b]) => a - b)
      .map(([startAt, bucket]) => ({ level, startAt, bucket })),
  );
}

function widened(slots: Slots, level: BucketLevel): Slots {
  const wide = new Map<number, Bucket>();
  // What is in one slot only can be the same bucket, which nobody changes any more.
  for (const [startAt, bucket] of slots) {
    const wideStart = bucketStart(level, startAt);
    const known = wide.get(wideStart);
    if (known === undefined) wide.set(wideStart, slots.size === 1 ? bucket : copyOf(bucket));
    else mergeBucket(known, bucket);
  }
  return wide;
}

function copyOf(bucket: Bucket): Bucket {
  const copy = createBucket();
  mergeBucket(copy, bucket);
  return copy;
}

function bucketAt(buckets: Map<number, Bucket>, startAt: number): Bucket {
  const known = buckets.get(startAt);
  if (known !== undefined) return known;
  const created = createBucket();
  buckets.set(startAt, created);
  return created;
}
