import type { Algorithm } from "./algorithm.ts";
import type { OnFailure } from "./failure/on-failure.ts";

/** One limit, checked and ready; made by `compilePolicy`. */
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
