import { minuteMs } from "../time-units.ts";

/**
 * Finds the instant at which clocks are set in a time in which they are set once. They are set at whole minutes.
 *
 * @param offsetAt Gives another offset at `until` than at `after`.
 */
export function findSetting(offsetAt: (at: number) => number, after: number, until: number): number {
  const offset = offsetAt(until);
  let [low, high] = [Math.floor(after / minuteMs), Math.ceil(until / minuteMs)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * minuteMs) === offset) high = middle;
    else low = middle;
  }
  return high * minuteMs;
}
