/** Why a store could not answer. */
export type StoreErrorCode = "STORE_LOCKED" | "STORE_FULL" | "STORE_UNAVAILABLE" | "STORE_OVERLOADED";

/** The store could not answer; nothing was changed. Worth another try later. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreError";
    this.code = code;
  }
}
