/** Every fault of this package that a caller can meet, by code. */
export const clickErrors = {
  CLICK_MALFORMED: "This record is not a click of a version that is known.",
  LOG_UNAVAILABLE:
    "The click log cannot be reached or written; clicks are kept back, and counted when they are dropped.",
  CLICKS_UNSURE: "Whether the click log has taken these clicks is not known.",
  LOG_GAP: "Records that are not stored yet are no longer in the click log.",
  POSITION_MOVED: "Another writer has stored this part of the click log.",
  STORE_UNAVAILABLE: "The click store cannot be reached or written; clicks wait in the log.",
  STORE_NEWER: "The click store was made by a newer release.",
  COUNTRY_FILE_INVALID: "The file of countries cannot be used.",
  SPAN_NOT_RAW: "Raw clicks of this time are no longer kept.",
  ZONE_UNKNOWN: "There is no time zone of this name.",
  PERIOD_MALFORMED: "This is no time that a period can begin or end at.",
  PERIOD_UNALIGNED: "A period begins and ends at whole quarter-hours, and with buckets of minutes at whole minutes.",
  PERIOD_INVALID: "A period ends after it begins, lies after 2019, and lasts 10 years at most.",
  BUCKETS_TOO_MANY: "A series has 2,000 buckets at most.",
  STREAMS_TOO_MANY: "This reader has as many streams of clicks open as one may have.",
  STREAMS_BUSY: "As many streams of clicks are open as may be.",
} as const;

export type ClickErrorCode = keyof typeof clickErrors;

type ClickErrorOptions = ErrorOptions & { readonly field?: string; readonly firstDay?: string | undefined };

export class ClickError extends Error {
  readonly code: ClickErrorCode;
  /** Of a question to reports: which part of it is at fault. */
  readonly field: string | undefined;
  /** Of `SPAN_NOT_RAW`: the first UTC day of which all raw clicks are kept, such as `2026-11-30`. */
  readonly firstDay: string | undefined;

  /** @param detail A sentence on what exactly, without addresses and destinations. */
  constructor(code: ClickErrorCode, detail = "", options: ClickErrorOptions = {}) {
    super(detail === "" ? clickErrors[code] : `${clickErrors[code]} ${detail}`, options);
    this.name = "ClickError";
    this.code = code;
    this.field = options.field;
    this.firstDay = options.firstDay;
  }
}
