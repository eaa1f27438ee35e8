import type { FailureCode } from "./decision.ts";

/** The store could not answer; whether it charged is unknown, so nobody may ask it again for the same request. */
export class StoreFailure extends Error {
  /** Minifying must not change how it is printed. */
  static override get name(): string {
    return "StoreFailure";
  }

  override readonly name = "StoreFailure";
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
