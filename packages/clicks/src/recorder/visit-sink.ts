import type { Visit } from "../visit.ts";

/** Where visits go, out of the redirect's way. */
export interface VisitSink {
  /**
   * Makes clicks of visits and hands them to the log, in one piece. Not called again before it has settled. The same array
   * given again is one that was refused before: its clicks are the same, with the same ids.
   *
   * @returns How many could not be described and were left out.
   * @throws When the log has taken none of them. {ClickError} `CLICKS_UNSURE` when nobody knows whether it has.
   */
  take(visits: readonly Visit[]): Promise<number>;
}
