import type { Visit } from "../visit.ts";
import { VisitBuffer, type BufferCounts } from "./visit-buffer.ts";
import { VisitFeed } from "./visit-feed.ts";
import type { VisitSink } from "./visit-sink.ts";

export type RecorderOptions = {
  /** Describes visits and logs them. */
  readonly sink: VisitSink;
  /** Visits that may be in the buffer, from 1 on. Default 65,536. */
  readonly maxVisits?: number;
  /** Bytes that they may hold, as `bytesOfVisit` reckons. Default 32 MiB. */
  readonly maxBytes?: number;
  /** How long a visit may wait for others to go to the log with. Default 20. */
  readonly flushMs?: number;
  /**
   * From the start of one batch to that of the next, at least: redirects that wait for a log that is fast are taken to it
   * together, not each alone. Default 2.
   */
  readonly gatherMs?: number;
  /** Visits that go to the log together. Default 1,000. */
  readonly maxBatch?: number;
  /** Bytes of visits at which a batch takes no more: copying it for a thread is one piece of work. Default 4 MiB. */
  readonly maxBatchBytes?: number;
  /** What becomes of visits when the log is slower than they come: see `keepOneOf`. Default `drop`, when it is full. */
  readonly overflow?: "drop" | "sample";
  /** How long `recordAndWait` waits at most. Default 250. */
  readonly waitMs?: number;
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Told of each batch that was refused. Must not throw. */
  readonly onFault: (error: unknown) => void;
};

export type RecorderStats = BufferCounts & {
  /** Milliseconds since the oldest visit in the buffer was recorded; 0 where there is none. */
  readonly oldestAgeMs: number;
};

export interface Recorder {
  /** Takes a visit over. Never waits, never throws; costs less than two microseconds. */
  record(visit: Visit): void;
  /**
   * Takes a visit over and waits until it has left the buffer for the log, together with others.
   *
   * @returns After `waitMs` at the latest, and then the visit is still in the buffer. Never rejects.
   */
  recordAndWait(visit: Visit): Promise<void>;
  /** `recorded` always is `taken` and `buffered` and all that was `dropped` together. */
  stats(): RecorderStats;
  /** Hands to the log what it can, and counts as `stopped` what is left after the deadline. The log stays open. */
  close(deadlineMs: number): Promise<void>;
}

const defaults = {
  maxVisits: 65_536,
  maxBytes: 32 * 1024 * 1024,
  flushMs: 20,
  gatherMs: 2,
  maxBatch: 1_000,
  maxBatchBytes: 4 * 1024 * 1024,
  overflow: "drop",
  backoff: { firstMs: 50, mostMs: 5_000 },
} as const;
const defaultWaitMs = 250;

/**
 * Records who followed a link, outside of the redirect's way.
 *
 * Until the log has taken them, visits lie in memory: a kill loses at most `maxVisits` of them and `maxBytes`, which are
 * those of the last `flushMs` and of one append as long as the log keeps up.
 */
export function createRecorder({ now, waitMs = defaultWaitMs, ...options }: RecorderOptions): Recorder {
  const settings = { ...defaults, ...options };
  const buffer = new VisitBuffer(settings);
  const feed = new VisitFeed({ ...settings, buffer });
  let closing: Promise<void> | undefined;

  function add(visit: Visit) {
    if (closing !== undefined) {
      buffer.refuse("stopped");
      return undefined;
    }
    return buffer.add(visit);
  }

  async function close(deadlineMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, deadlineMs);
    });
    await Promise.race([feed.finish(), deadline]);
    clearTimeout(timer);
    feed.abandon();
    buffer.dropAll("stopped");
  }

  return {
    record(visit) {
      if (add(visit) !== undefined) feed.arm();
    },
    recordAndWait(visit) {
      const batch = add(visit);
      if (batch === undefined) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        batch.waiters.push(() => {
          clearTimeout(timer);
          resolve();
        });
        feed.start();
      });
    },
    stats: () => ({ ...buffer.counts(), oldestAgeMs: Math.max(0, now() - (buffer.oldestAt() ?? now())) }),
    close: (deadlineMs) => (closing ??= close(deadlineMs)),
  };
}
