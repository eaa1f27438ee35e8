import type { Decision } from "./decision.ts";
import type { ScopeParts } from "./scope.ts";
import type { StoreFailure } from "./store-failure.ts";

/** `closed`: the store is asked; `open`: it is not; `half-open`: one request asks, to see whether it answers again. */
export type BreakerState = "closed" | "open" | "half-open";

/** Hooks for metrics. What they throw, or reject with, is swallowed; nobody waits for them. */
export type LimiterObserver = {
  /** After every check. */
  readonly onDecision?: (decision: Decision, scope: ScopeParts) => void;
  /** Whenever the store could not answer. */
  readonly onFailure?: (failure: StoreFailure) => void;
};

/** The same of a remote store; given to the store. */
export type StoreObserver = {
  /** @param shard Which node of several it is about: its address. Empty: the store is one, or nobody knows. */
  readonly onBreaker?: (state: BreakerState, shard: string) => void;
  /** Whenever the store answered, or failed, after the deadline: it may have counted what nobody waited for. */
  readonly onLateReply?: () => void;
};
