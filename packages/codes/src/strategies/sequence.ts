import { encodeBase62 } from "../base62.ts";
import type { CodeStrategy } from "../code-strategy.ts";

export type SequenceOptions = {
  /** The store's next number: 1, 2, 3, …, none of them twice. */
  readonly nextNumber: () => Promise<bigint>;
};

/**
 * Makes the shortest codes: the store's numbers in base 62, from `1` on.
 *
 * Neighbours are guessable and the newest code tells how many links there are: for small internal tools. A number is
 * spent even when its code is taken by an alias; the caller asks again and gets the next.
 */
export function sequence(options: SequenceOptions): CodeStrategy {
  return {
    name: "sequence",
    next: async () => encodeBase62(await options.nextNumber()),
  };
}
