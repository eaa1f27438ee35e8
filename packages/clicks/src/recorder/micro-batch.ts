import type { Visit } from "../visit.ts";

/** Visits that go to the log together. */
export type MicroBatch = {
  readonly visits: readonly Visit[];
  bytes: number;
  readonly oldestAt: number;
  /** Told once the batch has left the buffer, in whatever way. */
  readonly waiters: (() => void)[];
};
