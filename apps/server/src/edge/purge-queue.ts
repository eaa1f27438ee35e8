import type { LinkKey } from "@narrows/links";
import { pause } from "../pause.ts";

export type PurgeQueueOptions = {
  /** Tells one edge of one link. Rejects when it could not be told. */
  readonly send: (key: LinkKey, signal: AbortSignal) => Promise<void>;
  /** More are dropped. */
  readonly maxQueued: number;
  readonly maxInFlight: number;
  /** How long each further try waits; as many tries as there are waits, and one. */
  readonly retryDelaysMs: readonly number[];
  /** How long what is queued may take at the end. */
  readonly closeDeadlineMs: number;
};

export type PurgeCounts = {
  readonly sent: number;
  readonly retried: number;
  /** Given up after the last try. */
  readonly failed: number;
  /** Not tried, or not tried again, because the queue was full or the service stopped. */
  readonly dropped: number;
  readonly queued: number;
};

/** Tells one edge of changed links, behind the requests' back. */
export interface PurgeQueue {
  /** Never waits and never throws. A link that is queued already is told once. */
  add(key: LinkKey): void;
  /** Sends what is queued, within its deadline. */
  close(): Promise<void>;
  counts(): PurgeCounts;
}

/** Makes a queue for one edge, so that one that hangs keeps no other waiting. */
export function createPurgeQueue(options: PurgeQueueOptions): PurgeQueue {
  const queued = new Map<string, LinkKey>();
  const counts = { sent: 0, retried: 0, failed: 0, dropped: 0 };
  const stop = new AbortController();
  const { promise: idle, resolve: onIdle } = Promise.withResolvers<void>();
  let inFlight = 0;
  let isClosed = false;

  const tell = async (key: LinkKey): Promise<void> => {
    const outcome = await sendPatiently(options, key, stop.signal, () => (counts.retried += 1));
    counts[outcome] += 1;
  };
  const pump = (): void => {
    for (const [name, key] of queued) {
      if (inFlight >= options.maxInFlight) break;
      queued.delete(name);
      inFlight += 1;
      void tell(key).finally(() => {
        inFlight -= 1;
        pump();
      });
    }
    if (isClosed && inFlight === 0) onIdle();
  };

  return {
    add(key) {
      const name = `${key.domain}/${key.code}`;
      if (isClosed || (queued.size >= options.maxQueued && !queued.has(name))) {
        counts.dropped += 1;
        return;
      }
      queued.set(name, key);
      pump();
    },
    async close() {
      isClosed = true;
      const deadline = setTimeout(() => {
        counts.dropped += queued.size;
        queued.clear();
        stop.abort();
      }, options.closeDeadlineMs);
      pump();
      await idle;
      clearTimeout(deadline);
    },
    counts: () => ({ ...counts, queued: queued.size + inFlight }),
  };
}

async function sendPatiently(
  { send, retryDelaysMs }: PurgeQueueOptions,
  key: LinkKey,
  signal: AbortSignal,
  onRetry: () => void,
): Promise<"sent" | "failed" | "dropped"> {
  for (const delayMs of [...retryDelaysMs, undefined]) {
    try {
      await send(key, signal);
      return "sent";
    } catch {
      if (delayMs !== undefined) await pause(delayMs, signal);
      if (signal.aborted) return "dropped";
      if (delayMs !== undefined) onRetry();
    }
  }
  return "failed";
}
