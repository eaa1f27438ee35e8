/** Every fault of this package that a caller can meet, by code. */
export const clickErrors = {
  CLICK_MALFORMED: "This record is not a click of a version that is known.",
  LOG_UNAVAILABLE:
    "The click log cannot be reached or written; clicks are kept back, and counted when they are dropped.",
  LOG_GAP: "Records that are not stored yet are no longer in the click log.",
  POSITION_MOVED: "Another writer has stored this part of the click log.",
  STORE_UNAVAILABLE: "The click store cannot be reached or written; clicks wait in the log.",
  STORE_NEWER: "The click store was made by a newer release.",
  SPAN_NOT_RAW: "Raw clicks of this time are no longer kept.",
} as const;

export type ClickErrorCode = keyof typeof clickErrors;

export class ClickError extends Error {
  readonly code: ClickErrorCode;

  /** @param detail A sentence on what exactly, without addresses and destinations. */
  constructor(code: ClickErrorCode, detail = "", options: ErrorOptions = {}) {
    super(detail === "" ? clickErrors[code] : `${clickErrors[code]} ${detail}`, options);
    this.name = "ClickError";
    this.code = code;
  }
}
