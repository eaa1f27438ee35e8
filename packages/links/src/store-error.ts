/**
 * Why a store could not answer. After `STORE_OUTCOME_UNKNOWN` a change may or may not have been made; after any other
 * code nothing was changed.
 */
export type StoreErrorCode =
  | "STORE_LOCKED"
  | "STORE_FULL"
  | "STORE_UNAVAILABLE"
  | "STORE_OVERLOADED"
  | "STORE_OUTCOME_UNKNOWN";

/** The store could not answer. Worth another try later. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreError";
    this.code = code;
  }
}
