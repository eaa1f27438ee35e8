import type { Span } from "../click-store.ts";
import { bucketLevels, bucketStart, isSlotBound, levelMs, type BucketLevel } from "./bucket-level.ts";

/** Whole buckets of one level, one after the other. */
export type SpanPart = Span & { readonly level: BucketLevel };

/**
 * The fewest buckets that together are exactly the span, in the order of time.
 *
 * @throws {RangeError} when the span does not consist of whole slots.
 */
export function planSpan({ from, to }: Span): readonly SpanPart[] {
  if (!isSlotBound(from) || !isSlotBound(to)) throw new RangeError("Roll-ups are cut at multiples of 15 minutes.");
  return plan(from, to, bucketLevels.length - 1);
}

function plan(from: number, to: number, height: number): readonly SpanPart[] {
  const level = bucketLevels[height];
  if (from >= to || level === undefined) return [];
  const first = bucketStart(level, from + levelMs(level) - 1);
  const end = bucketStart(level, to);
  if (first >= end) return plan(from, to, height - 1);
  return [...plan(from, first, height - 1), { level, from: first, to: end }, ...plan(end, to, height - 1)];
}

/**
 * The buckets between all neighbours of `bounds`, which grow: each bucket lies between two of them. Neighbours of one
 * level are one part, so that an hour each of a year is one read and not 8,760.
 *
 * @throws {RangeError} when a bound is not one of slots.
 */
export function planSeries(bounds: readonly number[]): readonly SpanPart[] {
  const joined: SpanPart[] = [];
  for (const [index, to] of bounds.slice(1).entries()) {
    for (const part of planSpan({ from: bounds[index] ?? to, to })) {
      const last = joined.at(-1);
      if (last?.level === part.level && last.to === part.from) joined[joined.length - 1] = { ...last, to: part.to };
      else joined.push(part);
    }
  }
  return joined;
}
