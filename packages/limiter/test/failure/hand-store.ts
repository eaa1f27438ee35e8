import { compilePolicy } from "../../src/compile-policy.ts";
import type { Charge, Store, Verdicts } from "../../src/store.ts";

const policy = compilePolicy({
  name: "p",
  algorithm: "fixed-window",
  alignment: "first-request",
  limit: 10,
  windowMs: 86_400_000,
});
export const charges: readonly Charge[] = [{ policy, key: ["someone"], cost: 1 }];
export const answer: Verdicts = {
  verdicts: [{ allowed: true, remaining: 9, retryAfterMs: 0, resetAfterMs: 1_000 }],
  atMicros: 7,
};

/** One call that a test answers. */
export type HandCall = {
  readonly verb: keyof Store;
  readonly args: readonly unknown[];
  readonly resolve: (value?: unknown) => void;
  readonly reject: (reason: unknown) => void;
};

/** A store that answers when a test does. */
export type HandStore = Store & {
  /** What was asked, answered or not. */
  readonly calls: readonly HandCall[];
  /** The call that was made last. */
  last(): HandCall;
};

export function createHandStore(): HandStore {
  const calls: HandCall[] = [];
  const call =
    <Answer>(verb: keyof Store) =>
    (...args: readonly unknown[]): Promise<Answer> =>
      new Promise((resolve, reject) => {
        calls.push({ verb, args, resolve: (value) => resolve(value as Answer), reject });
      });
  return {
    traits: { kind: "hand", reach: "nodes", isSharded: false, onFailure: "closed", liveNodes: () => 1 },
    calls,
    last() {
      const last = calls.at(-1);
      if (last === undefined) throw new Error("Nothing was asked.");
      return last;
    },
    charge: call("charge"),
    peek: call("peek"),
    refund: call("refund"),
    penalize: call("penalize"),
    block: call("block"),
    reset: call("reset"),
    close: call("close"),
  };
}

/** What became of a promise: its value, the code it rejected with, or `pending`. */
export function watch(promise: Promise<unknown>): { readonly outcome: unknown } {
  let outcome: unknown = "pending";
  promise.then(
    (value) => {
      outcome = value;
    },
    (reason: unknown) => {
      outcome = reason instanceof Error && "code" in reason ? reason.code : reason;
    },
  );
  return {
    get outcome() {
      return outcome;
    },
  };
}
