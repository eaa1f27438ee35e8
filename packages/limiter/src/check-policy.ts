import { algorithmNames, ownOptions } from "./algorithms/index.ts";
import { checkNames, noneOf } from "./check-names.ts";
import { invalidValue, LimiterError, type LimiterErrorCode } from "./errors.ts";
import type { PolicyOptions } from "./policy-options.ts";
import { shown } from "./shown.ts";

/** What a policy counts by when it does not say. */
export const defaultBy: readonly string[] = ["tenant", "client", "route"];

const common = ["name", "version", "by", "tagBy", "cost", "shadow", "onFailure", "algorithm"];
const unknown = "POLICY_OPTION_UNKNOWN";
const words: Readonly<Record<string, readonly unknown[]>> = {
  alignment: ["epoch", "first-request"],
  refillMode: ["continuous", "interval"],
  shadow: [true, false],
  onFailure: ["open", "closed", "memory"],
};

/** @throws {LimiterError} `POLICIES_MISSING`, `POLICY_NAME_INVALID` */
export function checkName(options: PolicyOptions): void {
  if (typeof (options as unknown) !== "object" || (options as unknown) === null || "then" in options) {
    throw new LimiterError("POLICIES_MISSING", `A policy is an object, not ${shown(options)}.`);
  }
  checkWord(options.name, "name", "POLICY_NAME_INVALID");
}

/**
 * Looks at all else that is not arithmetic.
 *
 * @throws {LimiterError} with a code that begins with `POLICY_`
 */
export function checkPolicy(options: PolicyOptions): void {
  const { version = "v1", algorithm, by = defaultBy, tagBy } = options;
  checkWord(version, "version", "POLICY_VERSION_INVALID");
  if (!algorithmNames.includes(algorithm)) {
    throw noneOf(algorithmNames, "`algorithm`", algorithm, "POLICY_ALGORITHM_UNKNOWN");
  }
  checkOptions(options);
  const isList = Array.isArray(by) && new Set(by).size === by.length;
  if (!isList || !by.every((part: unknown) => typeof part === "string" && part !== "")) {
    throw invalidValue("POLICY_SCOPE_INVALID", "by", by);
  }
  if (tagBy !== undefined && !by.includes(tagBy)) {
    throw invalidValue("POLICY_SCOPE_INVALID", "tagBy", tagBy);
  }
}

/** A string of RFC 9651 (section 3.3.3): printable ASCII. */
function checkWord(value: unknown, what: string, code: LimiterErrorCode): void {
  if (typeof value === "string" && /^[ -~]{1,64}$/.test(value)) return;
  throw invalidValue(code, what, value);
}

function checkOptions(options: PolicyOptions): void {
  // A rate has two spellings; one policy uses one.
  const isPerSecond = "refillPerSecond" in options && options.refillPerSecond !== undefined;
  const spare = isPerSecond ? ["refill", "refillMs"] : [];
  const allowed = [...common, ...ownOptions(options.algorithm)].filter((option) => !spare.includes(option));
  checkNames("It", options, allowed, unknown);
  for (const [option, values] of Object.entries(words)) {
    const value: unknown = options[option as keyof PolicyOptions];
    if (value !== undefined && !values.includes(value)) throw noneOf(values, `\`${option}\``, value, unknown);
  }
}
