/** What a check says of one destination. */
export type Verdict =
  | { readonly kind: "ok" }
  /** `reason` is one of few and stays the same from one time to the next, for a moderator's release is compared by it. */
  | { readonly kind: "suspect"; readonly reason: string; readonly source: string };

/**
 * Judges where links lead. It is asked off the request: nobody waits for it but the worker.
 *
 * A driver never opens a destination. It may tell somebody of it, and then its docstring says whom and what.
 */
export interface SafetyCheck {
  /** For metrics: a short word. */
  readonly name: string;
  /** Destinations that are judged at once, at most. */
  readonly maxBatch: number;
  /**
   * Judges destinations, in order; never more than `maxBatch`.
   *
   * @throws {SafetyCheckError} when it cannot say anything at present; nothing was judged then.
   */
  judge(destinations: readonly string[], signal: AbortSignal): Promise<readonly Verdict[]>;
  /**
   * A text that changes when links that were fine may no longer be, so that all are to be judged anew at once. Left out:
   * only time tells.
   *
   * @throws {SafetyCheckError} when it cannot say at present.
   */
  edition?(signal: AbortSignal): Promise<string>;
}

/** A check could not judge. Worth another try later. */
export class SafetyCheckError extends Error {
  /** How long the check wants to be left alone; 0: it does not say. */
  readonly retryAfterMs: number;

  constructor(message: string, options: ErrorOptions & { readonly retryAfterMs?: number } = {}) {
    super(message, options);
    this.name = "SafetyCheckError";
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}
