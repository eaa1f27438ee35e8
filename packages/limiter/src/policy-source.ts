import { compilePolicy } from "./compile-policy.ts";
import { LimiterError } from "./errors.ts";
import type { PolicyOptions } from "./policy-options.ts";
import type { Policy } from "./policy.ts";
import type { Store } from "./store.ts";
import { warnOnce, type WarningSink } from "./warnings.ts";

/** What a policy function may return. */
export type PolicyChoice = PolicyOptions | readonly PolicyOptions[];

const uncachedStreak = 1_000;

/**
 * Checks and compiles the policies of one decision.
 *
 * @throws {LimiterError} `POLICIES_MISSING`, `POLICY_NAME_TWICE`, `ON_FAILURE_MISSING`, `FALLBACK_MISSING`,
 * `CROSS_SLOT`, and what `compilePolicy` and the store refuse.
 */
export function compilePolicies(choice: PolicyChoice, store: Store): readonly Policy[] {
  const { traits, fallback } = store;
  const policies = [choice].flat().map((options) => compilePolicy(options));
  const [first] = policies;
  if (first === undefined) throw new LimiterError("POLICIES_MISSING", "There is no policy.");
  const names = new Set<string>();
  for (const policy of policies) {
    const { name, onFailure } = policy;
    if (names.has(name)) throw new LimiterError("POLICY_NAME_TWICE", `Two policies are called "${name}".`);
    names.add(name);
    if (traits.onFailure === "per-policy" && onFailure === undefined) {
      throw new LimiterError("ON_FAILURE_MISSING", `Policy "${name}" has no onFailure.`);
    }
    const mode = traits.onFailure === "never" ? undefined : (onFailure ?? traits.onFailure);
    if (mode === "memory" && fallback === undefined) {
      throw new LimiterError("FALLBACK_MISSING", `The store of policy "${name}" cannot count in memory.`);
    }
    if (traits.isSharded && slotOf(policy) !== slotOf(first)) {
      throw new LimiterError("CROSS_SLOT", `Counters of "${first.name}" and "${name}" lie on different nodes.`);
    }
    store.accept?.(policy);
  }
  return policies;
}

/**
 * A policy function whose results are compiled once for each object that it returns. What was returned once is not read
 * again, so it must not be changed.
 */
export function cachePolicies(store: Store, onWarning: WarningSink | undefined) {
  const byObject = new WeakMap<object, readonly Policy[]>();
  let streak = 0;
  return (choice: PolicyChoice): readonly Policy[] => {
    const known = byObject.get(choice);
    if (known !== undefined) {
      streak = 0;
      return known;
    }
    if (++streak === uncachedStreak) warnOnce("POLICY_FUNCTION_UNCACHED", onWarning);
    const policies = compilePolicies(choice, store);
    byObject.set(choice, policies);
    return policies;
  };
}

/** Where a Cluster puts the counters: what stands in the hash tag of their keys. */
function slotOf({ tagBy, by, version }: Pick<Policy, "tagBy" | "by" | "version">): string {
  return JSON.stringify(tagBy ?? [by, version]);
}
