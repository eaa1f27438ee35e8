import type { Charge } from "../../store.ts";

/** What is asked of counters; the numbers are the script's. */
export const modes = { charge: 1, peek: 2, refund: 3, penalize: 4, block: 5, reset: 6 } as const;

export type Mode = (typeof modes)[keyof typeof modes];

/** Where the numbers of one answer are in a reply. */
export type Reply = { readonly numbers: readonly number[]; readonly at: number; readonly atMicros: number };

/** One question to all counters of one decision. */
export type Question = {
  readonly mode: Mode;
  readonly charges: readonly Charge[];
  /** Of each charge, in their order. */
  readonly keys: readonly string[];
  /** When it was taken, or how long to block. */
  readonly argument: number;
  /** Reads its answer, and returns what gives it. @throws {StoreFailure} `STORE_REFUSED` when it says what cannot be. */
  readonly read: (reply: Reply) => () => void;
  readonly fail: (reason: unknown) => void;
};

/** Whether it can be asked for several at once, and what the last one hears holds for the others. */
export function isDecision(mode: Mode): boolean {
  return mode === modes.charge || mode === modes.peek;
}

/** A charge of one counter. */
export function isPlain({ mode, charges }: Question): boolean {
  return mode === modes.charge && charges.length === 1;
}
