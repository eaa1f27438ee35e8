import type { Algorithm } from "./algorithm.ts";
import { invalidValue, LimiterError } from "./errors.ts";

/** In the year 2201: a key that is last used in 2100 may still be idle for a hundred years. */
const horizonMicros = 7_300_000_000_000_000;

/**
 * Milliseconds with at most three decimals as whole microseconds.
 *
 * @throws {LimiterError} `POLICY_WINDOW_INVALID`, `POLICY_TOO_FINE`
 */
export function wholeMicros(milliseconds: unknown, name: string): number {
  const ms = milliseconds as number;
  if (!Number.isFinite(ms) || ms <= 0) throw invalidValue("POLICY_WINDOW_INVALID", name, ms);
  const micros = Math.round(ms * 1_000);
  if (micros / 1_000 !== ms) throw tooFine(`\`${name}\` of ${ms} is not whole microseconds.`);
  return micros;
}

/**
 * The finest tick with which a policy's arithmetic stays below 2^53 through the year 2200.
 *
 * @param spanMicros What has to be a whole number of ticks.
 * @param largest The largest product of the arithmetic, and the longest span ahead of now, when `spanMicros` is so many
 *   ticks.
 * @returns Microseconds per tick: 1, 10, … 10^6.
 * @throws {LimiterError} `POLICY_TOO_FINE`
 */
export function chooseTick(
  spanMicros: number,
  largest: (ticks: number) => readonly [product: number, ahead: number],
): number {
  for (let microsPerTick = 1; microsPerTick <= 1_000_000 && spanMicros % microsPerTick === 0; microsPerTick *= 10) {
    const [product, ahead] = largest(spanMicros / microsPerTick);
    const latest = horizonMicros / microsPerTick + ahead;
    if (product <= Number.MAX_SAFE_INTEGER && latest <= Number.MAX_SAFE_INTEGER) return microsPerTick;
  }
  throw tooFine("Its numbers pass 2^53.");
}

/** The tick in which an instant lies. */
export function toTick({ microsPerTick }: Pick<Algorithm, "microsPerTick">, micros: number): number {
  return microsPerTick === 1 ? micros : Math.floor(micros / microsPerTick);
}

export function tooFine(what: string): LimiterError {
  return new LimiterError("POLICY_TOO_FINE", what);
}

/** A span of ticks as it is advertised: whole milliseconds, at least 1. */
export function advertisedMs(ticks: number, microsPerTick: number): number {
  return Math.max(1, Math.ceil((ticks * microsPerTick) / 1_000));
}
