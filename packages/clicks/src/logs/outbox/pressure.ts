import type { Pressure } from "./outbox-options.ts";

/** Of a budget: from here on creates are slowed. */
const slowShare = 0.5;
/** Before the budget is used up: what is created meanwhile is followed, too. */
const refuseShare = 0.9;

/** @param shares How much of each budget is used, 1 being all of it. */
export function pressureOf(shares: readonly number[]): Pressure {
  const share = Math.max(...shares);
  if (share >= refuseShare) return "refuse";
  return share >= slowShare ? "slow" : "none";
}
