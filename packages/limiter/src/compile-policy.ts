import { algorithmOf } from "./algorithms/index.ts";
import { checkOwnCost } from "./check-count.ts";
import { checkName, checkPolicy, defaultBy } from "./check-policy.ts";
import { LimiterError } from "./errors.ts";
import type { PolicyOptions } from "./policy-options.ts";
import type { Policy } from "./policy.ts";

/**
 * Checks one limit and works its quota in.
 *
 * @throws {LimiterError} with a code that begins with `POLICY_`, before anything is counted
 */
export function compilePolicy(options: PolicyOptions): Policy {
  checkName(options);
  try {
    return compile(options);
  } catch (error) {
    if (error instanceof LimiterError) error.message = `In "${options.name}": ${error.message}`;
    throw error;
  }
}

function compile(options: PolicyOptions): Policy {
  checkPolicy(options);
  const algorithm = algorithmOf(options);
  const { name, version = "v1", by = defaultBy, tagBy, cost = 1, shadow = false, onFailure } = options;
  checkOwnCost(cost, "cost", 1, Math.max(1, algorithm.limit));
  return { name, version, by: [...by], tagBy, cost, shadow, onFailure, algorithm };
}
