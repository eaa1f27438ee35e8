import type { ProblemCode } from "../problems/index.ts";

/** Problems that several routes share in the documentation. */
export const bodyProblems = [
  "BODY_MISSING",
  "BODY_MALFORMED",
  "BODY_TOO_DEEP",
  "DUPLICATE_FIELD",
  "UNKNOWN_FIELD",
  "MISSING_FIELD",
  "INVALID_TYPE",
  "INVALID_VALUE",
  "BODY_TOO_LARGE",
  "CONTENT_TYPE_UNSUPPORTED",
  "CONTENT_ENCODING_UNSUPPORTED",
] as const satisfies readonly ProblemCode[];

export const ifMatchProblems = ["IF_MATCH_MALFORMED", "VERSION_MISMATCH"] as const satisfies readonly ProblemCode[];

export const queryProblems = [
  "UNKNOWN_PARAMETER",
  "REPEATED_PARAMETER",
  "INVALID_PARAMETER",
] as const satisfies readonly ProblemCode[];

/** A limit is asked once it is known who asks. */
export const keyProblems = [
  "KEY_MISSING",
  "KEY_INVALID",
  "SCOPE_MISSING",
  "RATE_LIMITED",
] as const satisfies readonly ProblemCode[];

export const destinationProblems = [
  "DESTINATION_NOT_ABSOLUTE",
  "DESTINATION_SCHEME",
  "DESTINATION_CONTROL",
  "DESTINATION_TOO_LONG",
  "DESTINATION_CREDENTIALS",
  "DESTINATION_PRIVATE",
  "DESTINATION_OWN_DOMAIN",
  "DESTINATION_BLOCKED",
  "EXPIRY_MALFORMED",
  "EXPIRY_PAST",
  "BUDGET_PERMANENT",
] as const satisfies readonly ProblemCode[];

export const storeProblems = [
  "STORE_LOCKED",
  "STORE_FULL",
  "STORE_UNAVAILABLE",
  "STORE_OVERLOADED",
] as const satisfies readonly ProblemCode[];

/** A change that was begun may be left without an answer. */
export const changeStoreProblems = [
  ...storeProblems,
  "STORE_OUTCOME_UNKNOWN",
] as const satisfies readonly ProblemCode[];

/** Everything that a create may be refused for. */
export const createProblems = [
  "CLICK_BACKLOG",
  ...bodyProblems,
  ...queryProblems,
  ...keyProblems,
  ...destinationProblems,
  "ALIAS_MALFORMED",
  "ALIAS_RESERVED",
  "ALIAS_TAKEN",
  "CODES_EXHAUSTED",
  "CODES_UNAVAILABLE",
  "DOMAIN_UNKNOWN",
  "DOMAIN_FORBIDDEN",
  "IDEMPOTENCY_CONFLICT",
] as const satisfies readonly ProblemCode[];
