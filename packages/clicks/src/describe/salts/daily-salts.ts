import { dayMs, minuteMs } from "../../time-units.ts";
import { saltDayOf } from "./salt-day.ts";

/**
 * A random salt for each UTC day, which nobody can make again once the day is over: neither from a secret nor from what is
 * stored. Then nobody can tell any more whether a visitor of that day was a given address.
 */
export interface DailySalts {
  /**
   * Synchronous and cheap.
   *
   * @param day Whole days since 1970-01-01, UTC.
   * @returns At least `minSaltBytes`. Undefined when the day is over, has not begun, or its salt is not there yet: the click is then
   * kept without a visitor.
   */
  of(day: number): Uint8Array | undefined;
  /** Waits for the salt of today, and no longer than some seconds. Never rejects. */
  ready(): Promise<void>;
  /** Stops what runs, and forgets what is in memory. */
  close(): void;
}

export type SaltOptions = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
};

export const saltBytes = 32;

/** A shorter one could be guessed. */
export const minSaltBytes = 16;

/** Late clicks, and clocks of processes that share a folder, may be off by this much. */
const graceMs = 15 * minuteMs;

/** Whether a day's salt may be used: from a quarter of an hour before the day to as long after it. */
export function isLiveDay(day: number, now: number): boolean {
  return now >= day * dayMs - graceMs && now < (day + 1) * dayMs + graceMs;
}

/** The earliest day whose salt may be used: what comes before is over. */
export function firstLiveDay(now: number): number {
  return saltDayOf(now - graceMs);
}
