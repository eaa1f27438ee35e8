import type { Click } from "../click.ts";
import type { Visit } from "../visit.ts";

/** Visits that go to the log together, and later the clicks that were made of them. */
export type MicroBatch = {
  /** Those that are not described yet. */
  visits: readonly Visit[];
  readonly clicks: Click[];
  /** How many of it are in the buffer, described or not. */
  buffered: number;
  bytes: number;
  readonly oldestAt: number;
  /** Told once the batch has left the buffer, in whatever way. */
  readonly waiters: (() => void)[];
};
