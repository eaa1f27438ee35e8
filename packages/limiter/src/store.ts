import type { Fallback } from "./failure/fallback.ts";
import type { OnFailure } from "./failure/on-failure.ts";
import type { Policy } from "./policy.ts";

/** One counter that a decision asks. */
export type Charge = {
  readonly policy: Policy;
  /** Which counter of the policy. */
  readonly key: ScopeKey;
  /** Whole units, 1 to the policy's limit. */
  readonly cost: number;
};

/** The parts of a scope that a policy counts by, in the policy's order. */
export type ScopeKey = readonly string[];

/** What one counter says. */
export type Verdict = {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly retryAfterMs: number;
  readonly resetAfterMs: number;
};

/** What all counters of one decision say. */
export type Verdicts = {
  readonly verdicts: readonly Verdict[];
  /** The store's clock, in microseconds since 1970. */
  readonly atMicros: number;
};

/** What a store is, for those that build on it. */
export type StoreTraits = {
  /** A word for logs and metrics: `memory`, `shared-memory`, `redis`. */
  readonly kind: string;
  /** Who sees the same counters. */
  readonly reach: "process" | "threads" | "nodes";
  /** Whether counters lie on several nodes, so that a decision's counters need one `tagBy`. */
  readonly isSharded: boolean;
  /** What the limiter answers when this store rejects, unless a policy says otherwise; `never`: it cannot fail. */
  readonly onFailure: OnFailure | "per-policy" | "never";
  /** By how many processes a `memory` answer divides the limit. Called for each such answer; at least 1. */
  readonly liveNodes: () => number;
};

/**
 * Where counters live. What it must hold is what `describeStore` (in `@narrows/limiter/testing`) asks.
 *
 * All counters of one call are decided at one instant, all or nothing: when one refuses that is not in shadow, none is
 * charged; a policy in shadow is charged when it would allow and nobody else refuses.
 */
export interface Store {
  readonly traits: StoreTraits;
  /** What answers when this store rejects; `guardStore` brings one. Without it nothing can be counted then. */
  readonly fallback?: Fallback;
  /**
   * Refuses a policy that this store cannot count, or not well. Asked once, before anything is counted by it: when the
   * limiter is built, or when a policy function returns it first.
   *
   * @throws {LimiterError} `STORE_POLICY_UNSUPPORTED`
   */
  accept?(policy: Policy): void;
  /**
   * Which part of the store these counters lie in, such as a node's address, where parts can fail alone: `guardStore` then
   * bounds each by itself. Undefined when nobody knows now. Default: the store is one.
   */
  shardOf?(charges: readonly Charge[]): string | undefined;
  /** Charges every counter, or none. Rejects with `StoreFailure`, within its own deadline. */
  charge(charges: readonly Charge[]): Promise<Verdicts>;
  /**
   * Whether `charge` would allow, and when. Writes nothing: what is left, and until when, is told as it is now.
   */
  peek(charges: readonly Charge[]): Promise<Verdicts>;
  /** Gives back what was taken at `takenAtMicros`, as `Algorithm.refund` says. @returns units given back, per charge. */
  refund(charges: readonly Charge[], takenAtMicros: number): Promise<readonly number[]>;
  /** Takes up to the cost without asking; the cost may be above the limit. */
  penalize(charges: readonly Charge[]): Promise<void>;
  /** Refuses everything on these counters for so long from now; 0 lifts it. A longer block is not shortened, but lifted. */
  block(charges: readonly Charge[], durationMs: number): Promise<void>;
  /** Makes the counters fresh, blocks included. */
  reset(charges: readonly Charge[]): Promise<void>;
  /** Gives up what it holds; what is asked afterwards is refused with `STORE_CLOSED`. Never closes a client it was given. */
  close(): Promise<void>;
}

/** A store in this process's reach that answers at once. */
export interface SyncStore extends Store {
  chargeNow(charges: readonly Charge[]): Verdicts;
  peekNow(charges: readonly Charge[]): Verdicts;
  /** The quickest way to ask one policy about one key. */
  counter(policy: Policy): SyncCounter;
}

/** The counters of one policy. */
export interface SyncCounter {
  /** Takes `cost` units of the key's if they are there. `text` is `keyText` of the key, at most 256 units. */
  tryTake(text: string, cost: number): boolean;
}
