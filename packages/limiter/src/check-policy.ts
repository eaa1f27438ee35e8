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

/**
 * Looks at all that is not arithmetic.
 *
 * @throws {LimiterError} with a code that begins with `POLICY_`
 */
export function checkPolicy(options: PolicyOptions): void {
  if (typeof (options as unknown) !== "object" || (options as unknown) === null || "then" in options) {
    const what = `A policy, also one that a function returns, is an object, not ${shown(options)}.`;
    throw new LimiterError("POLICIES_MISSING", what);
  }
  checkWord(options.name, "name", "POLICY_NAME_INVALID");
  if (options.version !== undefined) checkWord(options.version, "version", "POLICY_VERSION_INVALID");
  checkOptions(options);
  checkScope(options);
}

/** A string of RFC 9651 (section 3.3.3): printable ASCII. */
function checkWord(value: unknown, what: string, code: LimiterErrorCode): void {
  if (typeof value === "string" && /^[ -~]{1,64}$/.test(value)) return;
  throw invalidValue(code, what, value);
}

function checkOptions(options: PolicyOptions): void {
  const { name, algorithm } = options;
  if (!algorithmNames.includes(algorithm)) {
    throw new LimiterError(
      "POLICY_ALGORITHM_UNKNOWN",
      `"${name}" asks for the algorithm ${shown(algorithm)}; there are ${algorithmNames.join(", ")}.`,
    );
  }
  // A rate has two spellings; one policy uses one.
  const isPerSecond = "refillPerSecond" in options && options.refillPerSecond !== undefined;
  const spare = isPerSecond ? ["refill", "refillMs"] : [];
  const allowed = [...common, ...ownOptions(algorithm)].filter((option) => !spare.includes(option));
  checkNames(`"${name}"`, options, allowed, unknown);
  for (const [option, values] of Object.entries(words)) {
    const value: unknown = options[option as keyof PolicyOptions];
    if (value !== undefined && !values.includes(value))
      throw noneOf(values, `\`${option}\` of "${name}"`, value, unknown);
  }
}

function checkScope({ name, by = defaultBy, tagBy }: PolicyOptions): void {
  const isList = Array.isArray(by) && new Set(by).size === by.length;
  if (!isList || !by.every((part: unknown) => typeof part === "string" && part !== "")) {
    throw new LimiterError("POLICY_SCOPE_INVALID", `"${name}" counts by ${shown(by)}.`);
  }
  if (tagBy !== undefined && !by.includes(tagBy)) {
    throw new LimiterError("POLICY_SCOPE_INVALID", `"${name}" has the tag ${shown(tagBy)}.`);
  }
}
