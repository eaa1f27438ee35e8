/** Every fault of configuration or use, with the sentence that says how to mend it. */
export const limiterErrors = {
  POLICY_NUMBER_INVALID:
    "A count must be a whole number of at least 0 (a capacity, refill or burst: of at least 1; buckets: 1 to 60).",
  POLICY_WINDOW_INVALID: "A window must be more than 0 milliseconds.",
  POLICY_TOO_FINE:
    "This quota cannot be counted exactly; use a rounder window of whole microseconds, or a smaller limit.",
  POLICY_ALGORITHM_UNKNOWN: "Name one of the algorithms that the documentation lists.",
  POLICY_OPTION_UNKNOWN:
    "This algorithm has no such option, or the option no such value; look at its line in the documentation.",
  POLICY_NAME_INVALID: "A policy's name is 1 to 64 printable ASCII characters.",
  POLICY_NAME_TWICE: "Give every policy of a limiter a name of its own.",
  POLICY_VERSION_INVALID: "A policy's version is 1 to 64 printable ASCII characters.",
  POLICY_SCOPE_INVALID: "`by` names at least one part of the scope, each once; `tagBy` is one of them.",
  POLICY_COST_INVALID: "A policy's cost is a whole number from 1 to its limit.",
  POLICIES_MISSING: "Give the limiter at least one policy.",
  POLICIES_TWICE: "Give either `policy` or `policies`.",
  ON_FAILURE_MISSING: 'Say what happens when the store fails: onFailure "open", "closed" or "memory".',
  FALLBACK_MISSING: 'Put guardStore around the store, or choose onFailure "open" or "closed".',
  CROSS_SLOT: "On a Cluster, policies that are decided together need the same `tagBy`.",
  STORE_OPTION_INVALID: "Look at the documentation of the store for the allowed values.",
  HTTP_OPTION_INVALID: "Look at the documentation of the adapter or header format for the allowed values.",
  COST_INVALID: "A cost is a whole number of at least 1; to look without taking, use peek.",
  COST_ABOVE_LIMIT: "This cost is above what the policy can ever give; ask for less, or raise the limit.",
  UNITS_INVALID: "Units are a whole number of at least 1; a refund is of no more than was taken.",
  DURATION_INVALID: "A duration is a number of milliseconds from 0 to 10^12 (31 years).",
  SCOPE_INVALID: "A scope is a string, or an object whose parts are strings.",
  REQUEST_FUNCTION_FAILED: "Mend the limiter's `policy` or `scope` function; `cause` is what it threw.",
} as const satisfies Record<string, string>;

export type LimiterErrorCode = keyof typeof limiterErrors;

/** A fault in how the limiter is configured or called; never what became of a request. */
export class LimiterError extends Error {
  override readonly name = "LimiterError";
  readonly code: LimiterErrorCode;
  /** How to mend it. */
  readonly mend: string;

  constructor(code: LimiterErrorCode, what: string, options?: ErrorOptions) {
    super(`${what} ${limiterErrors[code]}`, options);
    this.code = code;
    this.mend = limiterErrors[code];
  }
}
