import type { Decision } from "./decision.ts";
import type { Scope } from "./scope.ts";

export type CheckOptions = {
  /** Whole units to take from every policy, 1 to its limit. Default: each policy's own `cost`. */
  readonly cost?: number;
};

/** Decides whether requests may pass. Made by `createLimiter`. */
export interface Limiter<Request = Scope> {
  /**
   * Takes the cost from every policy, or from none.
   *
   * Resolves whatever happens to the store: `onFailure` decides then, and `degraded` says so.
   *
   * @throws {LimiterError} `COST_INVALID`, `COST_ABOVE_LIMIT`, `SCOPE_INVALID`; of a policy function, what is wrong with
   * its result; what the store says is configured wrongly
   */
  check(request: Request, options?: CheckOptions): Promise<Decision>;
  /** Whether `check` would allow, and when. Takes and writes nothing: what is left is told as it is now. */
  peek(request: Request, options?: CheckOptions): Promise<Decision>;
  /**
   * Gives back what a decision took (or `units` of it), as far as time has not already; a refused one took nothing. What
   * was taken in memory while the store failed is given back there. A decision can be refunded once, with all its spread
   * copies; one that went through JSON is another, so refund but one of the two. Refund none from before a `reset`: a fresh
   * counter does not know it, and would give back what was taken since.
   *
   * This and what follows cannot be answered by anyone else: where the store fails, they reject.
   *
   * @throws {LimiterError} `DECISION_INVALID` when it is none, or was made of other counters than the request's;
   * `UNITS_INVALID`
   * @throws {StoreFailure} Whether it was done is unknown then.
   */
  refund(request: Request, decision: Decision, units?: number): Promise<void>;
  /** Takes up to `units` without asking, as far as they are there: nothing where the limit is 0. */
  penalize(request: Request, units: number): Promise<void>;
  /** Refuses everything for so long, also when the limit changes; shadow policies aside; 0 lifts it. @throws {LimiterError} `DURATION_INVALID` */
  block(request: Request, durationMs: number): Promise<void>;
  /** Makes the counters fresh. */
  reset(request: Request): Promise<void>;
  /** Closes the store too when no other limiter uses it; the store's client stays open. */
  close(): Promise<void>;
}

/** A limiter whose store answers at once. */
export interface SyncLimiter<Request = Scope> extends Limiter<Request> {
  /** The smallest question: takes one request's cost and says whether it may pass. Refuses options: `checkNow` has them. */
  allow(request: Request): boolean;
  checkNow(request: Request, options?: CheckOptions): Decision;
  peekNow(request: Request, options?: CheckOptions): Decision;
}
