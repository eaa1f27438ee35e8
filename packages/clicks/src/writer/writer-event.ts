import type { ClickErrorCode } from "../click-error.ts";

/** What an operator may want to read in a log. */
export type WriterEvent =
  /** Something failed; it is tried again. `partition` is undefined where it concerns all of them. */
  | {
      readonly kind: "failed";
      readonly code: ClickErrorCode | "UNKNOWN";
      readonly partition: string | undefined;
      readonly error: unknown;
    }
  /** Records that were never stored are no longer in the log; the writer has gone on with the next ones. */
  | { readonly kind: "gap"; readonly partition: string; readonly after: number; readonly to: number }
  /** Records of a batch were no clicks, and are kept as dead letters. */
  | { readonly kind: "dead"; readonly partition: string; readonly count: number }
  /** Clicks of a batch came from the future and were counted at once, or are older than 7 days. */
  | { readonly kind: "early" | "late"; readonly partition: string; readonly count: number };
