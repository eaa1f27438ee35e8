import type { Policy } from "../policy.ts";
import type { Verdict } from "../store.ts";
import type { Fallback } from "./fallback.ts";
import type { OnFailure } from "./on-failure.ts";

/** Nobody knows when the store is back; a second is the least that Retry-After can say. */
export const refused: Verdict = { allowed: false, remaining: 0, retryAfterMs: 1_000, resetAfterMs: 0 };

/** What a mode that counts nothing answers. */
export function plainVerdict(mode: OnFailure | undefined, { algorithm }: Policy): Verdict {
  return mode === "open" ? { allowed: true, remaining: algorithm.limit, retryAfterMs: 0, resetAfterMs: 0 } : refused;
}

/** In place of a store that brings no fallback of its own: `memory` has nothing to count with, and refuses. */
export const openOrClosed: Fallback = {
  decide: (charges, modes) => ({
    verdicts: charges.map(({ policy }, at) => plainVerdict(modes[at], policy)),
    atMicros: 0,
  }),
  refund() {},
};
