import type { ClassCounts } from "../click-store.ts";
import { clickClasses, type Click, type ClickClass } from "../click.ts";
import { ValueCounts } from "./value-counts.ts";
import { VisitorSketch } from "./visitors.ts";

/** What was counted of one link, or of all links, in one span of time. */
export type Bucket = {
  readonly counts: Record<ClickClass, number>;
  /** Of humans who may be told apart. */
  readonly visitors: VisitorSketch;
  readonly values: ValueCounts;
};

/** A bucket as it is kept. One can be joined to another without unpacking; both get the longer for it. */
export type PackedBucket = {
  readonly counts: ClassCounts;
  /** Made by `VisitorSketch`, at most 4 KiB. */
  readonly visitors: Uint8Array;
  /** Made by `ValueCounts`. */
  readonly values: Uint8Array;
};

export function createBucket(): Bucket {
  return { counts: noClicks(), visitors: new VisitorSketch(), values: new ValueCounts() };
}

export function addClick(bucket: Bucket, click: Click): void {
  bucket.counts[click.class] += 1;
  if (click.class === "human" && click.visitor !== null) bucket.visitors.add(click.visitor);
  bucket.values.add(click);
}

export function mergeBucket(into: Bucket, from: Bucket): void {
  addCounts(into.counts, from.counts);
  into.visitors.merge(from.visitors);
  into.values.merge(from.values);
}

/** What is kept together with what is new; values that are kept stay. */
export function mergePacked(kept: PackedBucket, added: Bucket): Bucket {
  const bucket = createBucket();
  addCounts(bucket.counts, kept.counts);
  bucket.visitors.mergePacked(kept.visitors);
  bucket.values.mergePacked(kept.values);
  mergeBucket(bucket, added);
  return bucket;
}

export function packBucket({ counts, visitors, values }: Bucket): PackedBucket {
  return { counts, visitors: visitors.pack(), values: values.pack() };
}

export function noClicks(): Record<ClickClass, number> {
  return { human: 0, bot: 0, preview: 0, prefetch: 0, head: 0 };
}

export function addCounts(into: Record<ClickClass, number>, counts: ClassCounts): void {
  for (const name of clickClasses) into[name] += counts[name];
}
