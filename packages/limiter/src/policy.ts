import type { Algorithm } from "./algorithm.ts";
import type { OnFailure } from "./failure/on-failure.ts";

/**
 * One limit, checked and ready; made by `compilePolicy`.
 *
 * When the quota of a policy changes under the same version, a counter is carried over: the whole units that are used
 * under the old quota (its limit less what remains, so parts count as whole) are charged again, now, under the new one.
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
