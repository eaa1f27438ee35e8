/** What a process with clicks is to do. */
export type ClicksOrder = {
  /** Where its log is, and its database where it has a writer. */
  readonly folder: string;
  /** Which of the test's processes it is, from 0 on: its clicks have a code of their own. */
  readonly life: number;
  /** Visits that it records in each turn of the event loop, on and on until its input ends. 0: none at all. */
  readonly visitsPerTurn: number;
  readonly maxVisits: number;
  /** Records no more than half of what the buffer may hold, so that nothing is dropped. */
  readonly keepsPace: boolean;
  readonly hasWriter: boolean;
  /** Its log says that it has taken clicks some time before it writes them, as no log may. */
  readonly isHasty: boolean;
};

/** Written as a line of JSON, at once and whole, so that it arrives although the process is killed after it. */
export type ClicksReport = {
  readonly recorded: number;
  readonly taken: number;
  readonly dropped: number;
  /** Those of the dropped that the log has refused. */
  readonly logFailed: number;
  readonly buffered: number;
  readonly oldestAgeMs: number;
  /** Records of the log that are not stored; where there is a writer. */
  readonly lagRecords: number;
  /** Numbers of clicks in the log, in its order; at the end, where there is no writer. */
  readonly found?: readonly number[];
};

export const codeOf = (life: number): string => `life-${life}`;
