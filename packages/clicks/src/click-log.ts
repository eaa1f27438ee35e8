import type { Click } from "./click.ts";

/** Where recorded clicks go first. Each driver says what it promises. */
export interface ClickLog {
  /**
   * Takes clicks over, in one piece. Not called again before it has settled.
   *
   * @returns Once the clicks are as safe as the log promises.
   * @throws When none of them was taken; the recorder counts them as dropped.
   */
  append(clicks: readonly Click[]): Promise<void>;
  /** Settles once all that was taken is as safe as the log promises, or its deadline is over. */
  close(): Promise<void>;
}

/** What was read of a log, and where it stands there. */
export type LogBatch = {
  readonly partition: string;
  /** The position after which the first record stands. */
  readonly from: number;
  /** The position after the last record. Reading again from `from` up to `to` gives the same records. */
  readonly to: number;
  /** Each is a click as `formatClick` wrote it, or whatever else stands there. */
  readonly records: readonly string[];
};

export type LogRead = {
  readonly partition: string;
  /** What was given as `to` before; 0 at the beginning. */
  readonly after: number;
  readonly maxRecords: number;
  /** Read exactly up to this position, however many records these are. */
  readonly upTo?: number;
  /** After a `LOG_GAP`: begin with the first record that is still there; the batch is `from` the position nevertheless. */
  readonly acrossGap?: boolean;
  readonly signal: AbortSignal;
};

/** How much of a log is not yet stored. */
export type Backlog = {
  readonly records: number;
  /** Milliseconds since 1970; undefined where there is none. */
  readonly oldestAt: number | undefined;
};

/** The other end of a click log: gives the same records again until they are released. */
export interface ClickSource {
  /** What this process is to read now. Positions are whole numbers that grow, within a partition. */
  partitions(): Promise<readonly string[]>;
  /**
   * Reads on in a partition, without waiting for more.
   *
   * @returns Undefined when there is nothing after the position, or when the partition is another process's by now.
   * @throws {ClickError} `LOG_UNAVAILABLE`, `LOG_GAP` when what follows the position is no longer there.
   */
  read(read: LogRead): Promise<LogBatch | undefined>;
  /** Everything up to this position is stored and needs not be kept for this process. */
  release(partition: string, position: number): Promise<void>;
  backlog(): Promise<Backlog>;
  /**
   * Whether nothing stands after this position and nothing more will come, as its process is gone. Left out by logs whose
   * partitions stay.
   */
  isEnded?(partition: string, position: number): Promise<boolean>;
  /** Removes what is left of an ended partition. */
  remove?(partition: string): Promise<void>;
  /** Settles when there may be something new, or after the time. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
