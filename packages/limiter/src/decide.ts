import { checkCost } from "./check-count.ts";
import type { Decision, PolicyVerdict } from "./decision.ts";
import { LimiterError } from "./errors.ts";
import type { Policy } from "./policy.ts";
import { scopeKey } from "./scope-parts.ts";
import type { Scope } from "./scope.ts";
import type { StoreFailure } from "./store-failure.ts";
import type { Charge, Verdicts } from "./store.ts";

/** What one request asks of the store. */
export type Question = {
  readonly scope: Scope;
  /** Units asked for; where each policy has its own, the most of them. */
  readonly cost: number;
  /** One for each policy, in the order of the limiter. */
  readonly charges: readonly Charge[];
  /** Those that a store can answer: the others never allow it. */
  readonly possible: readonly Charge[];
  /** Whether a policy that is not in shadow never allows it: nobody may be charged. */
  readonly isHopeless: boolean;
};

/**
 * Puts a request's policies, counters and cost together.
 *
 * @param cost Undefined: each policy's own.
 * @throws {LimiterError} `COST_INVALID`, `COST_ABOVE_LIMIT`, `SCOPE_INVALID`
 */
export function askPolicies(policies: readonly Policy[], scope: Scope, cost: number | undefined): Question {
  if (cost !== undefined) checkCost(cost, "cost", 1);
  const charges = policies.map((policy) => chargeOf(policy, scope, cost ?? policy.cost));
  let most = 0;
  let possible = charges;
  let isHopeless = false;
  for (const charge of charges) {
    most = Math.max(most, charge.cost);
    if (charge.cost <= charge.policy.algorithm.limit) continue;
    possible = possible.filter((other) => other !== charge);
    if (charge.policy.shadow) continue;
    if (charge.policy.algorithm.limit > 0) throw aboveLimit(charge);
    isHopeless = true;
  }
  return { scope, cost: cost ?? most, charges, possible, isHopeless };
}

/** One counter of a policy that a scope is counted by. */
export function chargeOf(policy: Policy, scope: Scope, cost: number): Charge {
  return { policy, key: scopeKey(policy, scope), cost };
}

/**
 * What the store's answer means for the request.
 *
 * @param failure Why it is the fallback's answer and not the store's.
 */
export function decide(question: Question, { verdicts, atMicros }: Verdicts, failure?: StoreFailure): Decision {
  const policies = question.charges.map((charge): PolicyVerdict => {
    const { name, shadow, algorithm } = charge.policy;
    const verdict = verdicts[question.possible.indexOf(charge)];
    return {
      policy: name,
      key: charge.key,
      allowed: verdict?.allowed ?? false,
      shadow,
      limit: algorithm.limit,
      windowMs: algorithm.windowMs,
      cost: charge.cost,
      remaining: verdict?.remaining ?? 0,
      retryAfterMs: verdict?.retryAfterMs ?? null,
      resetAfterMs: verdict?.resetAfterMs ?? 0,
    };
  });
  const { allowed, remaining, retryAfterMs, violated } = sumUp(policies);
  // Not spread: a decision that grows in the making takes twice as long.
  return {
    allowed,
    remaining,
    retryAfterMs,
    violated,
    policies,
    degraded: failure !== undefined,
    failure: failure?.code,
    cost: question.cost,
    atMicros,
  };
}

/** Where all are in shadow, what they have is told, since nothing else is there to tell. */
function sumUp(
  policies: readonly PolicyVerdict[],
): Pick<Decision, "allowed" | "remaining" | "retryAfterMs" | "violated"> {
  const isTrial = policies.every(({ shadow }) => shadow);
  const violated: string[] = [];
  let remaining = Infinity;
  let longestMs = 0;
  for (const verdict of policies) {
    if (verdict.shadow && !isTrial) continue;
    remaining = Math.min(remaining, verdict.remaining);
    if (verdict.allowed || verdict.shadow) continue;
    violated.push(verdict.policy);
    longestMs = Math.max(longestMs, verdict.retryAfterMs ?? Infinity);
  }
  const retryAfterMs = longestMs === Infinity ? null : longestMs;
  return { allowed: violated.length === 0, remaining, retryAfterMs, violated };
}

function aboveLimit({ policy, cost }: Charge): LimiterError {
  const what = `"${policy.name}" gives ${policy.algorithm.limit} at most, not ${cost}.`;
  return new LimiterError("COST_ABOVE_LIMIT", what);
}
