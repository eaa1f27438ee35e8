import type { Algorithm } from "./algorithm.ts";
import type { OnFailure } from "./failure/on-failure.ts";

/**
 * One limit, checked and ready; made by `compilePolicy`.
 *
 * When the quota changes under the same version, what was used stays used: another limit holds at once, and another window,
 * rate or algorithm from when the use under the old one has come back, or at once if it keeps use longer. Two quotas by turns
 * are the same. `algorithms/adopt.ts` says how; another `version` begins afresh.
 * That happens when something is taken; where more is used than the new limit, the counter stays as it is, so that a limit
 * which goes down and up again admits no more than the higher one.
 */
export type Policy = {
  readonly name: string;
  readonly version: string;
  readonly by: readonly string[];
  readonly tagBy: string | undefined;
  /** Units that a request takes when it does not say. */
  readonly cost: number;
  readonly shadow: boolean;
  readonly onFailure: OnFailure | undefined;
  readonly algorithm: Algorithm;
};
