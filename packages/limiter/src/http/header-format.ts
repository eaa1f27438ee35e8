import type { Decision, PolicyVerdict } from "../decision.ts";

/** A response header: its name as it is written, and its value. */
export type HeaderLine = readonly [name: string, value: string];

/** How the state of a limit is told in response headers. */
export interface HeaderFormat {
  /**
   * How two limiters of one response get along. Undefined: the values are lists, and the second adds its members. Else
   * it reads the units left from such lines (NaN when they do not say), and those of the limiter with fewer stand.
   */
  readonly remainingIn: ((header: (name: string) => string | undefined) => number) | undefined;
  lines(decision: Decision): readonly HeaderLine[] | Promise<readonly HeaderLine[]>;
}

/** The policies that a client may hear of: one in shadow refuses nobody, so it would only puzzle. */
export function visiblePolicies(decision: Decision): readonly PolicyVerdict[] {
  return decision.policies.filter((verdict) => !verdict.shadow);
}

/** The policy that a client should heed where there is room for one: which makes it wait longest, or has least left. */
export function tightestPolicy(decision: Decision): PolicyVerdict | undefined {
  return visiblePolicies(decision).reduce<PolicyVerdict | undefined>(
    (tightest, verdict) => (tightest === undefined || isTighter(verdict, tightest) ? verdict : tightest),
    undefined,
  );
}

function isTighter(one: PolicyVerdict, other: PolicyVerdict): boolean {
  const difference = (one.retryAfterMs ?? Infinity) - (other.retryAfterMs ?? Infinity);
  return difference > 0 || (!(difference < 0) && one.remaining < other.remaining);
}
