import type { Decision, PolicyVerdict } from "../decision.ts";
import { visiblePolicies, type HeaderFormat } from "./header-format.ts";
import type { PartitionKey } from "./partition-key.ts";
import { retryAfterSeconds } from "./retry-after.ts";
import { fieldBytes, fieldInteger, fieldString } from "./structured-fields.ts";
import { wholeSeconds } from "./whole-seconds.ts";

export type Draft11Options = {
  /** Tells clients which of their counters it was, as `pk`. Default: it is not told. */
  readonly partitionKey?: PartitionKey;
  /** Whether policies in shadow are told too. Default: false. */
  readonly showShadow?: boolean;
};

/**
 * The fields `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11: lists of RFC 9651, one
 * member per policy.
 *
 * `w` is the policy's window in seconds. `t`, the time in which no more than `r` can be used, is that window while
 * requests pass; in a denial it is the wait, so that Retry-After never ends before it (section 6 of the draft).
 */
export function draft11(options: Draft11Options = {}): HeaderFormat {
  const { partitionKey, showShadow = false } = options;
  return {
    remainingIn: undefined,
    lines(decision) {
      const policies = showShadow ? decision.policies : visiblePolicies(decision);
      if (partitionKey === undefined) return fields(decision, policies, []);
      return partitionKeys(partitionKey, policies).then((keys) => fields(decision, policies, keys));
    },
  };
}

function fields(decision: Decision, policies: readonly PolicyVerdict[], keys: readonly string[]) {
  // An empty list is written as no field at all (RFC 9651, 4.1).
  if (policies.length === 0) return [];
  const quotas = policies.map((verdict, index) => quotaItem(verdict) + (keys[index] ?? ""));
  const states = policies.map((verdict, index) => stateItem(decision, verdict) + (keys[index] ?? ""));
  return [["RateLimit-Policy", quotas.join(", ")] as const, ["RateLimit", states.join(", ")] as const];
}

function quotaItem(verdict: PolicyVerdict): string {
  const { policy, limit, windowMs } = verdict;
  return `${fieldString(policy)};q=${fieldInteger(limit)};w=${fieldInteger(wholeSeconds(windowMs))}`;
}

function stateItem(decision: Decision, verdict: PolicyVerdict): string {
  const window = effectiveWindow(decision, verdict);
  const time = window === null ? "" : `;t=${fieldInteger(window)}`;
  return `${fieldString(verdict.policy)};r=${fieldInteger(verdict.remaining)}${time}`;
}

/** Null when no wait would help: `t` is optional, and any number would be a promise. */
function effectiveWindow(decision: Decision, verdict: PolicyVerdict): number | null {
  if (!verdict.allowed) return retryAfterSeconds(verdict.retryAfterMs);
  const window = wholeSeconds(verdict.windowMs);
  if (decision.allowed || decision.retryAfterMs === null) return window;
  return Math.min(window, retryAfterSeconds(decision.retryAfterMs) ?? window);
}

async function partitionKeys(partitionKey: PartitionKey, policies: readonly PolicyVerdict[]) {
  const keys = await Promise.all(policies.map(async ({ policy, key }) => partitionKey(policy, key)));
  return keys.map((key) => `;pk=${fieldBytes(key)}`);
}
