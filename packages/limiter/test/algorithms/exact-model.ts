import type { AlgorithmOptions, RateOptions } from "../../src/policy-options.ts";

/** Units taken at an instant; `forced` ones were not asked for, and only as many as were there. */
type Taken = { readonly at: bigint; readonly units: bigint; readonly forced: boolean };

/** One definition, in whole numbers of any size, over everything that was ever taken. Times are microseconds. */
type Definition = {
  readonly limit: bigint;
  /** Whether `cost` more may be taken at `now`. */
  fits(taken: readonly Taken[], now: bigint, cost: bigint): boolean;
  /** The time that counts when the clock says `now` and `newest` was the latest that it has said so far. */
  time(taken: readonly Taken[], now: bigint, newest: bigint): bigint;
};

/** The slow and obvious way to count, to compare the quick one with. */
export type Model = {
  /** 0 when taken; else the ticks until the same cost fits. */
  take(tick: number, cost: number): number;
  wait(tick: number, cost: number): number;
  remaining(tick: number): number;
  penalize(tick: number, units: number): void;
};

export function createModel(options: AlgorithmOptions, microsPerTick: number): Model {
  const definition = definitionOf(options);
  const taken: Taken[] = [];
  let newest = 0n;
  const instant = (tick: number) => BigInt(tick) * BigInt(microsPerTick);
  const timeAt = (tick: number) => definition.time(taken, instant(tick), newest);
  const fits = (tick: number, cost: number) => definition.fits(taken, timeAt(tick), BigInt(cost));
  const wait = (tick: number, cost: number) => first((ticks) => fits(tick + ticks, cost));
  const record = (tick: number, units: number, forced: boolean) =>
    taken.push({ at: timeAt(tick), units: BigInt(units), forced });
  const see = (tick: number) => {
    if (instant(tick) > newest) newest = instant(tick);
  };
  return {
    wait,
    take(tick, cost) {
      const ticks = wait(tick, cost);
      if (ticks === 0) record(tick, cost, false);
      see(tick);
      return ticks;
    },
    remaining: (tick) => first((units) => units >= Number(definition.limit) || !fits(tick, units + 1)),
    penalize(tick, units) {
      record(tick, units, true);
      see(tick);
    },
  };
}

/** The least whole number for which it is so, given that it is so for all above it. */
function first(isSo: (n: number) => boolean): number {
  let above = 1;
  if (isSo(0)) return 0;
  while (!isSo(above)) above *= 2;
  let below = Math.floor(above / 2);
  while (above - below > 1) {
    const middle = Math.floor((above + below) / 2);
    if (isSo(middle)) above = middle;
    else below = middle;
  }
  return above;
}

function definitionOf(options: AlgorithmOptions): Definition {
  switch (options.algorithm) {
    case "fixed-window":
      return fixedWindow(BigInt(options.limit), micros(options.windowMs), options.alignment ?? "epoch");
    case "sliding-window-log":
      return slidingLog(BigInt(options.limit), micros(options.windowMs));
    case "sliding-window-counter":
      return slidingCounter(BigInt(options.limit), micros(options.windowMs), BigInt(options.buckets ?? 1));
    case "token-bucket":
      return (options.refillMode === "interval" ? interval : steady)(BigInt(options.capacity), rate(options));
    case "leaky-bucket":
      return steady(BigInt(options.capacity), rate(options));
    case "gcra":
      return virtualScheduling(BigInt(options.burst), rate(options));
  }
}

type Rate = { readonly units: bigint; readonly period: bigint };

function rate(options: RateOptions): Rate {
  return options.refillPerSecond === undefined
    ? { units: BigInt(options.refill), period: micros(options.refillMs) }
    : { units: BigInt(options.refillPerSecond), period: 1_000_000n };
}

function micros(ms: number): bigint {
  return BigInt(Math.round(ms * 1_000));
}

const most = (a: bigint, b: bigint) => (a > b ? a : b);
const least = (a: bigint, b: bigint) => (a < b ? a : b);

/** Counts never pass the limit, so what was forced is cut where it was taken. */
function sum(taken: readonly Taken[], limit: bigint): bigint {
  return taken.reduce((units, one) => (one.forced ? least(limit, units + one.units) : units + one.units), 0n);
}

function fixedWindow(limit: bigint, window: bigint, alignment: "epoch" | "first-request"): Definition {
  const fits = (taken: readonly Taken[], now: bigint, cost: bigint) => {
    let startsAt = alignment === "epoch" ? (now / window) * window : (taken[0]?.at ?? now);
    if (alignment === "first-request") {
      for (const { at } of taken) if (at >= startsAt + window) startsAt = at;
      if (now >= startsAt + window) startsAt = now;
    }
    const inWindow = taken.filter(({ at }) => at >= startsAt && at < startsAt + window);
    return sum(inWindow, limit) + cost <= limit;
  };
  return { limit, fits, time: (_, now, newest) => most(now, newest) };
}

/** Both sliding windows cut what was forced to what was left at its time. */
function slidingLog(limit: bigint, window: bigint): Definition {
  const within = (taken: readonly Taken[], now: bigint) => taken.filter(({ at }) => at > now - window);
  const cut = (taken: readonly Taken[]) => {
    const kept: Taken[] = [];
    for (const one of taken) {
      const room = limit - sum(within(kept, one.at), limit);
      kept.push({ ...one, units: least(one.units, room), forced: false });
    }
    return kept;
  };
  return {
    limit,
    fits: (taken, now, cost) => sum(within(cut(taken), now), limit) + cost <= limit,
    time: (_, now, newest) => most(now, newest),
  };
}

function slidingCounter(limit: bigint, window: bigint, buckets: bigint): Definition {
  const bucket = window / buckets;
  const estimate = (taken: readonly Taken[], now: bigint) =>
    taken.reduce((total, { at, units }) => {
      const age = now / bucket - at / bucket;
      if (age > buckets) return total;
      return total + units * (age === buckets ? bucket - (now % bucket) : bucket);
    }, 0n);
  const cut = (taken: readonly Taken[]) => {
    const kept: Taken[] = [];
    for (const one of taken) {
      // A clock that is set back within a bucket finds more of the oldest one in the window again.
      const room = most(0n, limit * bucket - estimate(kept, one.at)) / bucket;
      kept.push({ ...one, units: least(one.units, room), forced: false });
    }
    return kept;
  };
  return {
    limit,
    fits: (taken, now, cost) => estimate(cut(taken), now) + cost * bucket <= limit * bucket,
    // A bucket is the finest time that is kept.
    time: (_, now, newest) => most(now, (newest / bucket) * bucket),
  };
}

/** Grains: a unit is `period` of them, and each microsecond takes `units` away. */
function steady(limit: bigint, { units, period }: Rate): Definition {
  const fits = (taken: readonly Taken[], now: bigint, cost: bigint) => {
    let level = 0n;
    let last = 0n;
    for (const one of taken) {
      level = most(0n, level - (one.at - last) * units) + one.units * period;
      if (one.forced) level = least(level, limit * period);
      last = one.at;
    }
    return most(0n, level - (now - last) * units) + cost * period <= limit * period;
  };
  return { limit, fits, time: (_, now, newest) => most(now, newest) };
}

/** Times in 1 ÷ `units` microseconds. */
function virtualScheduling(limit: bigint, { units, period }: Rate): Definition {
  const fits = (taken: readonly Taken[], now: bigint, cost: bigint) => {
    let dueAt = 0n;
    for (const one of taken) {
      const next = most(dueAt, one.at * units) + one.units * period;
      dueAt = one.forced ? most(dueAt, least(next, one.at * units + limit * period)) : next;
    }
    return most(dueAt, now * units) + cost * period <= now * units + limit * period;
  };
  return { limit, fits, time: (_, now) => now };
}

function interval(limit: bigint, { units, period }: Rate): Definition {
  const replay = (taken: readonly Taken[], now: bigint) => {
    let missing = 0n;
    let since = 0n;
    const advance = (to: bigint) => {
      for (; missing > 0n && since + period <= to; since += period) missing = most(0n, missing - units);
      if (missing === 0n) since = most(since, to);
    };
    for (const one of taken) {
      advance(one.at);
      missing = one.forced ? least(limit, missing + one.units) : missing + one.units;
    }
    advance(now);
    return { missing, since };
  };
  return {
    limit,
    fits: (taken, now, cost) => replay(taken, now).missing + cost <= limit,
    // The latest refill that a call has seen is the finest time that is kept.
    time: (taken, now, newest) => most(now, replay(taken, newest).since),
  };
}
