import { minuteMs } from "../time-units.ts";

/** The grain of all roll-ups. Every offset of a time zone in use is a multiple of it. */
export const slotMs = 15 * minuteMs;

/**
 * How many minutes the buckets of a level last, counted from 1970 on; each level's buckets fill those of the next one.
 *
 * Every click is counted once in each level. A UTC day is read as a day; a day of another zone as eighths and, at its
 * edges, slots: 8 buckets in Seoul and 19 in New York instead of 96.
 */
export const levelMinutes = { slot: 15, eighth: 180, day: 1_440 } as const;

export type BucketLevel = keyof typeof levelMinutes;

/** The shortest first. */
export const bucketLevels: readonly BucketLevel[] = ["slot", "eighth", "day"];

export function levelMs(level: BucketLevel): number {
  return levelMinutes[level] * minuteMs;
}

/** The beginning of the bucket that an instant falls into, both in milliseconds since 1970. */
export function bucketStart(level: BucketLevel, at: number): number {
  const ms = levelMs(level);
  return Math.floor(at / ms) * ms;
}

/** Whether roll-ups can be cut at this instant. */
export function isSlotBound(at: number): boolean {
  return Number.isSafeInteger(at) && at % slotMs === 0;
}
