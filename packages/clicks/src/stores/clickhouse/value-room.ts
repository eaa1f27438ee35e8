import { clickDimensions, type Click } from "../../click.ts";
import { bucketStart, levelMs, otherValue, valuesPerDimension, type BucketLevel } from "../../rollup/index.ts";

export type ValueRoomOptions = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What is remembered before room is made. Default: 400,000. */
  readonly maxSize?: number;
};

/** What is remembered before room is made, in values; a bucket takes as much as some. */
const defaultMaxSize = 400_000;
const bucketSize = 8;

/** Late clicks still find their bucket. */
const lateMs = 3_600_000;

/** One value is kept as it is: most buckets have no more. */
type Values = string | Set<string> | undefined;

type Bucket = { size: number; readonly values: Values[] };

/** The buckets of one level that begin at one instant. */
type Span = { readonly endsAt: number; readonly all: Bucket; readonly links: Map<string, Bucket> };

/**
 * Remembers which values have a count of their own: the first 256 of a dimension in each bucket, the others share one.
 *
 * It is the memory of one process and bounded. After a new start, and beside other writers, as many values more find room in a
 * bucket; and where very many links are followed, in one that had few. Should most buckets have many values by then, all are
 * forgotten, and those that are filled just now have room for 256 once more.
 */
export class ValueRoom {
  readonly #now: () => number;
  readonly #maxSize: number;
  readonly #slots = new Map<number, Span>();
  readonly #days = new Map<number, Span>();
  #size = 0;
  #newestAt = 0;

  constructor({ now, maxSize = defaultMaxSize }: ValueRoomOptions) {
    this.#now = now;
    this.#maxSize = maxSize;
  }

  /**
   * @returns A bit for each count in which a value of the click has no room, to be taken for `(other)` there: four for each
   * dimension, of the link's slot, all links' slot, the link's day, and all links' day.
   */
  foldedOf(click: Click): number {
    this.#newestAt = Math.max(this.#newestAt, click.at);
    if (this.#size > this.#maxSize) this.#makeRoom();
    const slot = this.#spanOf(this.#slots, "slot", click.at);
    const day = this.#spanOf(this.#days, "day", click.at);
    // No code has a space.
    const link = `${click.code} ${click.domain}`;
    // Their order is part of the format.
    const buckets = [this.#bucketOf(slot, link), slot.all, this.#bucketOf(day, link), day.all];
    // 48 bits, which a number has exactly and JavaScript's bitwise operators have not.
    let folded = 0;
    let bit = 1;
    for (let index = 0; index < clickDimensions.length; index += 1) {
      const value = click[clickDimensions[index] as (typeof clickDimensions)[number]];
      for (const bucket of buckets) {
        if (value !== null && !this.#takesIn(bucket, index, value)) folded += bit;
        bit *= 2;
      }
    }
    return folded;
  }

  #spanOf(spans: Map<number, Span>, level: BucketLevel, at: number): Span {
    const startAt = bucketStart(level, at);
    const known = spans.get(startAt);
    if (known !== undefined) return known;
    const span: Span = { endsAt: startAt + levelMs(level), all: this.#newBucket(), links: new Map() };
    spans.set(startAt, span);
    return span;
  }

  #bucketOf({ links }: Span, link: string): Bucket {
    const known = links.get(link);
    if (known !== undefined) return known;
    const bucket = this.#newBucket();
    links.set(link, bucket);
    return bucket;
  }

  #newBucket(): Bucket {
    this.#size += bucketSize;
    return { size: bucketSize, values: clickDimensions.map(() => undefined) };
  }

  /** @returns False where there is no room. */
  #takesIn(bucket: Bucket, index: number, value: string): boolean {
    const known = bucket.values[index];
    if (known === value || value === otherValue) return true;
    if (typeof known === "object") {
      if (known.has(value)) return true;
      if (known.size >= valuesPerDimension) return false;
      known.add(value);
    } else bucket.values[index] = known === undefined ? value : new Set([known, value]);
    bucket.size += 1;
    this.#size += 1;
    return true;
  }

  /** What is over goes first, then the buckets of links with few values; should most have many, all of them. */
  #makeRoom(): void {
    const most = this.#maxSize / 2;
    // A log that is far behind fills buckets of long ago; and one click of a wrong clock must not end those of today.
    const reachedAt = Math.min(this.#newestAt, this.#now());
    for (const spans of [this.#slots, this.#days]) {
      for (const [startAt, span] of spans) {
        if (span.endsAt < reachedAt - lateMs) this.#forget(spans, startAt);
        else if (this.#size > most) this.#forgetSmall(span);
      }
    }
    if (this.#size <= most) return;
    this.#slots.clear();
    this.#days.clear();
    this.#size = 0;
  }

  #forget(spans: Map<number, Span>, startAt: number): void {
    const span = spans.get(startAt);
    spans.delete(startAt);
    for (const { size } of span === undefined ? [] : [span.all, ...span.links.values()]) this.#size -= size;
  }

  #forgetSmall({ links }: Span): void {
    for (const [link, { size }] of links) {
      if (size >= valuesPerDimension / 2) continue;
      links.delete(link);
      this.#size -= size;
    }
  }
}
