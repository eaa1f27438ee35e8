import { saying, type Mutant } from "./broken-store.ts";

export const ofTraces: readonly Mutant[] = [1, 2, 3, 4, 5].map((seed) => ({
  fault: "rounds a reset down",
  foundBy: `decides as the reference does on a random trace (seed ${seed})`,
  open: saying(({ resetAfterMs }) => ({ resetAfterMs: Math.max(0, resetAfterMs - 1) })),
}));
