/** A line at fault stays so until somebody changes the file; the others may be over at the next look. */
export type SafetyListFault = "NOT_A_FILE" | "FILE_TOO_LARGE" | "LINE_TOO_LONG" | "LINE_MALFORMED" | "NOT_IN_TIME";

/** A list cannot be used. The message says where it is at fault and how to mend it. */
export class SafetyListError extends Error {
  readonly code: SafetyListFault;

  constructor(code: SafetyListFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SafetyListError";
    this.code = code;
  }
}
