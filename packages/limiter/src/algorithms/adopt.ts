import type { Algorithm, Numbers } from "../algorithm.ts";
import { toTick } from "../ticks.ts";

/** The counter of one key under one quota. */
export type Counter = { readonly algorithm: Algorithm; readonly state: Numbers; readonly at: number };

/**
 * Carries a counter over to another quota of the same policy.
 *
 * What is used under the old one now, in whole units rounded up, is charged again now under the new one, as far as that
 * reaches. So a change gives nothing back, and what would have come back soon may take longer. What was used beyond a
 * lower limit is forgotten; so this is done when something is taken, which it cannot be then, and other changes of a
 * counter that has used more are done under its old quota.
 *
 * @param from Stays as it is.
 * @param to In the fresh state, all zeros.
 */
export function adopt(from: Counter, to: Counter, nowMicros: number): void {
  const used = from.algorithm.limit - from.algorithm.remaining(from.state, from.at, toTick(from.algorithm, nowMicros));
  if (used > 0) to.algorithm.penalize(to.state, to.at, toTick(to.algorithm, nowMicros), used);
}
