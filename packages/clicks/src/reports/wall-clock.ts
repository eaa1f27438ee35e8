import type { Span } from "../click-store.ts";
import { dayMs } from "../time-units.ts";
import { findSetting } from "./find-setting.ts";
import type { Zone } from "./zone.ts";

/** A time in which the clocks of a zone run without being set: up to the next one's `from`. */
export type Stretch = { readonly from: number; readonly offset: number };

/** The clocks of a zone during a span. "Local" milliseconds are what UTC would be if its clocks showed the same. */
export type WallClock = {
  readonly localAt: (at: number) => number;
  /**
   * The first instant at which clocks show this or later: for what they never show, the instant at which they are set
   * past it; for what they show twice, the first.
   */
  readonly instantOf: (local: number) => number;
  /** The first one begins before the span. */
  readonly stretches: readonly Stretch[];
};

/** No zone that has set its clocks since 1995 has set them back to the same within these days. */
const probeMs = 5 * dayMs;

/** Local times of this far outside of the span can be asked for as well: the longest bucket and the widest offset. */
const marginMs = 33 * dayMs;

/** Looks up, once, when clocks are set in a span: one question per five days. */
export function createWallClock(zone: Zone, { from, to }: Span): WallClock {
  const stretches = findStretches(zone, from - marginMs, to + marginMs);
  const localAt = (at: number): number => at + stretchAt(stretches, at).offset;
  return { localAt, instantOf: (local) => instantOf(stretches, local), stretches };
}

function findStretches({ offsetAt }: Zone, from: number, to: number): readonly Stretch[] {
  const stretches: Stretch[] = [{ from, offset: offsetAt(from) }];
  let before = stretches[0]?.offset;
  for (let at = from; at < to; at += probeMs) {
    const offset = offsetAt(at + probeMs);
    if (offset !== before) stretches.push({ from: findSetting(offsetAt, at, at + probeMs), offset });
    before = offset;
  }
  return stretches;
}

function stretchAt(stretches: readonly Stretch[], at: number): Stretch {
  return stretches[lastIndex(stretches, (stretch) => stretch.from <= at)] ?? none;
}

const none: Stretch = { from: 0, offset: 0 };

function instantOf(stretches: readonly Stretch[], local: number): number {
  // No offset is more than a day: all stretches before end before clocks show this.
  const first = lastIndex(stretches, ({ from }) => from <= local - dayMs);
  for (let index = first; index < stretches.length; index += 1) {
    const { from, offset } = stretches[index] ?? none;
    const at = Math.max(from, local - offset);
    if (at < (stretches[index + 1]?.from ?? Infinity)) return at;
  }
  throw new Error("The last stretch has no end.");
}

/** The last one that `is`, of which all come before those that are not; at least 0. */
function lastIndex(stretches: readonly Stretch[], is: (stretch: Stretch) => boolean): number {
  let [low, high] = [0, stretches.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const stretch = stretches[middle];
    if (stretch !== undefined && is(stretch)) low = middle;
    else high = middle;
  }
  return low;
}
