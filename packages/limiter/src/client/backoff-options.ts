export type BackoffOptions = {
  /** How often the request is sent at most. 1 or more. Default: 5. */
  readonly maxAttempts?: number;
  /** Time for everything, waits and answers, in milliseconds; the body of the last response is not counted. Default: 60,000. */
  readonly budgetMs?: number;
  /** How much longer than told a wait becomes at most, as a share of it, so that clients do not come back at once. Default: 0.5. */
  readonly jitter?: number;
  /** The shortest wait, doubled each time; what is told may be longer. Default: 500. */
  readonly baseMs?: number;
  /** Repeat methods too that are not idempotent (RFC 9110, 9.2.2): POST and PATCH. Default: false. */
  readonly repeatUnsafe?: boolean;
  /** Ends a wait or a request at once. */
  readonly signal?: AbortSignal;
  /** From 0 to 1. Default: `Math.random`. */
  readonly random?: () => number;
  /** Rejects with the signal's reason when it is aborted. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
  readonly fetch?: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
};
