import type { Decision, PolicyVerdict } from "../../src/decision.ts";

/** A verdict as it is unless said otherwise: allowed, 42 of 100 left in 10 s. */
export function verdict(changes: Partial<PolicyVerdict> = {}): PolicyVerdict {
  return {
    policy: "default",
    key: ["203.0.113.7"],
    allowed: true,
    shadow: false,
    limit: 100,
    windowMs: 10_000,
    cost: 1,
    remaining: 42,
    retryAfterMs: 0,
    resetAfterMs: 5_800,
    ...changes,
  };
}

/** The decision that follows from verdicts. */
export function decision(policies: readonly PolicyVerdict[], changes: Partial<Decision> = {}): Decision {
  const binding = policies.filter(({ shadow }) => !shadow);
  const refusing = binding.filter(({ allowed }) => !allowed);
  const waits = refusing.map(({ retryAfterMs }) => retryAfterMs ?? Infinity);
  const longest = Math.max(0, ...waits);
  return {
    allowed: refusing.length === 0,
    remaining: Math.min(...binding.map(({ remaining }) => remaining)),
    retryAfterMs: longest === Infinity ? null : longest,
    policies,
    violated: refusing.map(({ policy }) => policy),
    degraded: false,
    failure: undefined,
    cost: 1,
    atMicros: 0,
    ...changes,
  };
}
