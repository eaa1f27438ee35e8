import { checkOption } from "../check-count.ts";
import { checkNames } from "../check-names.ts";
import { LimiterError } from "../errors.ts";
import type { StoreObserver } from "../observer.ts";
import { shown } from "../shown.ts";

/** How long a store may take, how much may be asked of it at once, and when it is left alone. */
export type GuardOptions = {
  /**
   * Milliseconds within which every call is answered, by the store or in its place; a quarter more when the process was
   * so busy that this deadline's own timer came late. Default: 20.
   */
  readonly deadlineMs?: number;
  /**
   * Calls without an answer, those counted whose deadline is over and that the store's client still keeps. What comes on
   * top is not sent. Default: 4,096, which within the default deadline is 200,000 calls a second.
   */
  readonly maxInFlight?: number;
  readonly breaker?: {
    /** After so many failures in a row, from first to last at least a deadline, the store is left alone. Default: 5. */
    readonly failures?: number;
    /** For how long at first, in milliseconds; each failed probe doubles it. Default: 250. */
    readonly coolDownMs?: number;
    /** For how long at most. Default: 5,000. */
    readonly maxCoolDownMs?: number;
  };
  readonly observer?: StoreObserver;
};

export type CheckedGuardOptions = {
  readonly deadlineMs: number;
  readonly maxInFlight: number;
  readonly breaker: { readonly failures: number; readonly coolDownMs: number; readonly maxCoolDownMs: number };
  readonly observer: StoreObserver;
};

const longestMs = 3_600_000;
const mostCalls = 2 ** 20;

export const guardOptionNames = ["deadlineMs", "maxInFlight", "breaker", "observer"];

/** @throws {LimiterError} `OPTION_UNKNOWN`, `STORE_OPTION_INVALID` */
export function checkGuardOptions(options: GuardOptions): CheckedGuardOptions {
  checkNames("guardStore", options, guardOptionNames);
  const { breaker = {} } = options;
  checkNames("breaker", breaker, ["failures", "coolDownMs", "maxCoolDownMs"]);
  const { failures, coolDownMs: firstCoolDownMs, maxCoolDownMs } = breaker;
  const coolDownMs = between("breaker.coolDownMs", firstCoolDownMs ?? 250, 1, longestMs);
  return {
    deadlineMs: between("deadlineMs", options.deadlineMs ?? 20, 1, longestMs),
    maxInFlight: checkOption(options.maxInFlight ?? 4_096, "maxInFlight", 1, mostCalls),
    breaker: {
      failures: checkOption(failures ?? 5, "breaker.failures", 1, mostCalls),
      coolDownMs,
      maxCoolDownMs: between(
        "breaker.maxCoolDownMs",
        maxCoolDownMs ?? Math.max(5_000, coolDownMs),
        coolDownMs,
        longestMs,
      ),
    },
    observer: options.observer ?? {},
  };
}

function between(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw new LimiterError(
    "STORE_OPTION_INVALID",
    `\`${name}\` is ${shown(value)}, not a number from ${least} to ${most}.`,
  );
}
