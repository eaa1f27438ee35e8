import type { ScopeKey } from "./store.ts";

/** What one policy says to one request. */
export type PolicyVerdict = {
  readonly policy: string;
  /** Which of its counters: the parts of the scope that it counts by, in its order. They may name a person. */
  readonly key: ScopeKey;
  /** Whether this policy alone would let it pass. */
  readonly allowed: boolean;
  /** Counted, but never the reason for a refusal. */
  readonly shadow: boolean;
  readonly limit: number;
  /** In which the limit is advertised, in milliseconds. */
  readonly windowMs: number;
  /** Units asked of it. */
  readonly cost: number;
  /** Whole units left after this decision; 0 where the cost is above the limit. */
  readonly remaining: number;
  /**
   * 0 when allowed; else the milliseconds, rounded up, until the same cost would pass if nobody else asks; one
   * millisecond less would not do. Null when it never will (limit 0).
   */
  readonly retryAfterMs: number | null;
  /** Milliseconds until this policy is as if nothing had been taken; 0: it is now. */
  readonly resetAfterMs: number;
};

/** Why a decision is not the store's own. */
export type FailureCode =
  | "STORE_DEADLINE"
  | "STORE_UNREACHABLE"
  | "STORE_REFUSED"
  | "STORE_OVERLOADED"
  | "STORE_BREAKER_OPEN"
  | "STORE_STATE_UNREADABLE"
  | "STORE_CLOSED";

/** What became of one request. */
export type Decision = {
  /** Whether the request may pass. */
  readonly allowed: boolean;
  /** The least of all policies that are not in shadow (of all, where each is). */
  readonly remaining: number;
  /** The longest of the policies that refuse; 0 when allowed; null when the request can never pass. */
  readonly retryAfterMs: number | null;
  /** Every policy that was asked, in the order of the limiter. */
  readonly policies: readonly PolicyVerdict[];
  /**
   * Names of the policies that refuse, those in shadow left out. Empty beside `allowed: false`: the store could not
   * answer and `onFailure` is `closed`, which is a failure (503) and no denial (429).
   */
  readonly violated: readonly string[];
  /** True when the store could not answer and `onFailure` did. */
  readonly degraded: boolean;
  /** Why it is degraded. */
  readonly failure: FailureCode | undefined;
  /** Units asked for; where each policy has a cost of its own, the most of them. */
  readonly cost: number;
  /** The store's clock at the decision: microseconds since 1970. A refund needs it. 0: the store was not asked. */
  readonly atMicros: number;
};
