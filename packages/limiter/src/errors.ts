import { shown } from "./shown.ts";

/** Every fault of configuration or use, with the sentence that says how to mend it. */
export const limiterErrors = {
  POLICY_NUMBER_INVALID: "Take such a number; 0.5 a second is `refill: 1, refillMs: 2000`.",
  POLICY_WINDOW_INVALID: "A time is a number of milliseconds above 0.",
  POLICY_TOO_FINE: "It cannot be counted exactly: take whole microseconds, or a smaller limit.",
  POLICY_ALGORITHM_UNKNOWN: "Take one of these.",
  POLICY_OPTION_UNKNOWN: "Take one of these.",
  POLICY_NAME_INVALID: "A name is 1 to 64 printable ASCII characters.",
  POLICY_NAME_TWICE: "Give each policy a name of its own.",
  POLICY_VERSION_INVALID: "A version is 1 to 64 printable ASCII characters.",
  POLICY_SCOPE_INVALID: "`by` names parts of the scope, each once; `tagBy` is one of them.",
  POLICY_COST_INVALID: "A cost is a whole number from 1 to the limit.",
  POLICIES_MISSING: "Give at least one policy.",
  POLICIES_TWICE: "Give one of them.",
  ON_FAILURE_MISSING: 'Say onFailure "open", "closed" or "memory".',
  FALLBACK_MISSING: 'Put guardStore around it, or say onFailure "open" or "closed".',
  CROSS_SLOT: "Give all of them the same `tagBy`.",
  STORE_POLICY_UNSUPPORTED: "Take another algorithm, limit or store.",
  STORE_OPTION_INVALID: "Its documentation has the allowed values.",
  HTTP_OPTION_INVALID: "Its documentation has the allowed values.",
  OPTION_UNKNOWN: "Take one of these.",
  COST_INVALID: "A cost is a whole number from 1; to look without taking, use peek.",
  COST_ABOVE_LIMIT: "Ask for less, or raise the limit.",
  DECISION_INVALID: "Pass the decision that took: refund(scope, decision).",
  UNITS_INVALID: "Units are a whole number from 1; a refund is of no more than was taken.",
  DURATION_INVALID: "A duration is 0 to 10^12 ms.",
  SCOPE_INVALID: "A scope is a string, or an object of strings; `by: []` counts everybody together.",
  REQUEST_FUNCTION_FAILED: "Mend your `policy` or `scope` function; see `cause`.",
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

/** That `name` is not what it has to be. */
export function invalidValue(code: LimiterErrorCode, name: string, value: unknown): LimiterError {
  return new LimiterError(code, `\`${name}\` is ${shown(value)}.`);
}
