/** Why there is no response. */
export type BackoffErrorCode =
  /** An option that there is not, or that cannot be so. Nothing was sent. */
  | "BACKOFF_OPTION_INVALID"
  /** No attempt could send it: an address, a method or a header that is none, say; `cause` says what. Nothing was sent. */
  | "BACKOFF_REQUEST_INVALID"
  /** The last attempt that was allowed failed without a response; `cause` says how. */
  | "BACKOFF_NO_RESPONSE"
  /** The budget ended within an attempt. */
  | "BACKOFF_BUDGET_USED";

/** What `fetchWithBackoff` rejects with, but for the reason of a signal. */
export class BackoffError extends Error {
  override readonly name = "BackoffError";
  readonly code: BackoffErrorCode;
  /** How often the request was sent. */
  readonly attempts: number;

  constructor(code: BackoffErrorCode, message: string, attempts: number, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.attempts = attempts;
  }
}
