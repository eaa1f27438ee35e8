import { openReferenceStore } from "../../../../src/testing/index.ts";
import { saying, type Mutant } from "./broken-store.ts";

export const ofTraces: readonly Mutant[] = [
  ...[1, 2, 3, 4, 5].map((seed) => ({
    fault: "rounds a reset down",
    foundBy: `decides as the reference does on a random trace (seed ${seed})`,
    open: saying(({ resetAfterMs }) => ({ resetAfterMs: Math.max(0, resetAfterMs - 1) })),
  })),
  ...[1, 2, 3].map((seed) => ({
    fault: "takes every step of its clock for one forward",
    foundBy: `decides as the reference does while its clock steps to and fro (seed ${seed})`,
    open: (startMicros: number) => {
      const { store, advance } = openReferenceStore(startMicros);
      return { store, advance: (micros: number) => advance?.(Math.abs(micros)) };
    },
  })),
];
