import type { ClickLog, ClickSource } from "../click-log.ts";

/** What a conformance suite must know of a click log. */
export type ClickLogDriver = {
  readonly name: string;
  /** Begins a log of its own, with nothing in it. */
  open(): Promise<LogUnderTest>;
};

export type LogUnderTest = {
  /** One process with both ends of the log; the suite closes them. Called again after that, it is the process's next start. */
  start(): Promise<LogEnds>;
  /** Puts a line into the log that no release has written, so that a source gives it as a record. */
  appendForeign?(record: string): Promise<void>;
  /** Loses the oldest records of the log, some of 1,000 or more that are there, released or not. No end is open. */
  loseOldest?(): Promise<void>;
  /** Removes whatever the log has left behind. */
  remove(): Promise<void>;
};

export type LogEnds = { readonly log: ClickLog; readonly source: ClickSource };
