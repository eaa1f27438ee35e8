import type { Algorithm } from "./algorithm.ts";
import { algorithmOf } from "./algorithms/index.ts";
import { checkPolicy, defaultBy } from "./check-policy.ts";
import { LimiterError } from "./errors.ts";
import type { PolicyOptions } from "./policy-options.ts";
import type { Policy } from "./policy.ts";
import { shown } from "./shown.ts";

/**
 * Checks one limit and works its quota in.
 *
 * @throws {LimiterError} with a code that begins with `POLICY_`, before anything is counted
 */
export function compilePolicy(options: PolicyOptions): Policy {
  checkPolicy(options);
  const algorithm = quotaOf(options);
  const cost = options.cost === undefined ? 1 : options.cost;
  if (!Number.isInteger(cost) || cost < 1 || cost > Math.max(1, algorithm.limit)) {
    throw new LimiterError("POLICY_COST_INVALID", `"${options.name}" costs ${shown(cost)} of ${algorithm.limit}.`);
  }
  return {
    name: options.name,
    version: options.version ?? "v1",
    by: [...(options.by ?? defaultBy)],
    tagBy: options.tagBy,
    cost,
    shadow: options.shadow ?? false,
    onFailure: options.onFailure,
    algorithm,
  };
}

/** Says in which policy the quota is wrong. */
function quotaOf(options: PolicyOptions): Algorithm {
  try {
    return algorithmOf(options);
  } catch (error) {
    if (error instanceof LimiterError) error.message = `In "${options.name}": ${error.message}`;
    throw error;
  }
}
