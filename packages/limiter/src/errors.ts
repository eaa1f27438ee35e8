import { shown } from "./shown.ts";

/** Every fault of configuration or use, with the sentence that says how to mend it. */
export const limiterErrors = {
  POLICY_NUMBER_INVALID: "Take such a number.",
  POLICY_WINDOW_INVALID: "Take milliseconds above 0.",
  POLICY_TOO_FINE: "Take whole microseconds, or a smaller limit.",
  POLICY_ALGORITHM_UNKNOWN: "Take one of these.",
  POLICY_OPTION_UNKNOWN: "Take one of these.",
  POLICY_NAME_INVALID: "Take 1 to 64 printable ASCII characters.",
  POLICY_NAME_TWICE: "Give each its own name.",
  POLICY_VERSION_INVALID: "Take 1 to 64 printable ASCII characters.",
  POLICY_SCOPE_INVALID: "`by` names parts of the scope, each once; `tagBy` is one of them.",
  POLICY_COST_INVALID: "Take such a number.",
  POLICIES_MISSING: "Give one `policy`, or several `policies`.",
  POLICIES_TWICE: "Give one `policy`, or several `policies`.",
  ON_FAILURE_MISSING: 'Say onFailure "open", "closed" or "memory"; a store takes "per-policy" too.',
  FALLBACK_MISSING: 'Put guardStore around it, or say onFailure "open" or "closed".',
  CROSS_SLOT: "Give all of them the same `tagBy`.",
  STORE_POLICY_UNSUPPORTED: "Take another algorithm, limit or store.",
  STORE_OPTION_INVALID: "See docs/reference/limiter-memory.md or limiter-redis.md.",
  HTTP_OPTION_INVALID: "See docs/reference/limiter-http.md.",
  OPTION_UNKNOWN: "Leave it out, or take one of these.",
  COST_INVALID: "Take such a number, or peek.",
  COST_ABOVE_LIMIT: "Ask for less, or raise the limit.",
  DECISION_INVALID: "Pass what check gave for this very scope: refund(scope, decision).",
  UNITS_INVALID: "Take such a number.",
  DURATION_INVALID: "Take 0 to 10^12 ms.",
  SCOPE_INVALID: "A scope is a string, or an object of strings; `by: []` counts all together.",
  REQUEST_FUNCTION_FAILED: "Mend your function; see `cause`.",
} as const satisfies Record<string, string>;

export type LimiterErrorCode = keyof typeof limiterErrors;

/** A fault in how the limiter is configured or called; never what became of a request. */
export class LimiterError extends Error {
  /** Minifying must not change how it is printed. */
  static override get name(): string {
    return "LimiterError";
  }

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
