import { dayMs, minuteMs } from "../time-units.ts";

/** Clocks of two machines may differ by so much. */
const maxAheadMs = 5 * minuteMs;

/** Logs keep clicks for so long at least; what is older waited for a writer, or comes from a wrong clock. */
const maxBehindMs = 7 * dayMs;

export type InstantVerdict = {
  readonly verdict: "timely" | "early" | "late";
  /** Where the click is counted. */
  readonly at: number;
};

/**
 * Looks whether a click can have happened when it says.
 *
 * One from the future is counted now: a node whose clock is ahead by a day must not fill the reports of tomorrow. One of
 * more than 7 days ago is counted where it says, for a log may have waited so long, and told as late. Both are by the
 * writer's clock, so that one wrong clock among many is found as long as it is not the writer's.
 */
export function judgeInstant(at: number, now: number): InstantVerdict {
  if (at > now + maxAheadMs) return { verdict: "early", at: now };
  return { verdict: at < now - maxBehindMs ? "late" : "timely", at };
}
