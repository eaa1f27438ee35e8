import type { LinkChange, LinkStore } from "./link-store.ts";

export type ChangeFeedOptions = {
  readonly store: Pick<LinkStore, "lastChange" | "changesAfter">;
  /** From the end of one look at the log to the next. */
  readonly pollMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Told of every link that changed, by whichever process. */
  readonly onChange: (change: LinkChange) => void;
  /** Told that changes were missed for good: any link may have changed. */
  readonly onGap: () => void;
  /** Told of a look that failed; the feed tries again. */
  readonly onError: (error: unknown) => void;
};

/** Hears what other processes change in the store. */
export interface ChangeFeed {
  /** Resolves after the first look, be it in vain. Further calls give the same promise; after a stop nothing begins. */
  start(): Promise<void>;
  /** Resolves when the look that is under way is over, which a backlog does not delay. */
  stop(): Promise<void>;
  /**
   * How long ago the feed was last up to date, in milliseconds; Infinity before it ever was. What changed earlier
   * than that was told of.
   */
  silenceMs(): number;
}

/** Changes read at once; a backlog is read page by page. */
const pageSize = 1_000;

/** Polls the store's log of changes, which needs no connection between the processes and misses nothing. */
export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { pollMs, monotonicMs } = options;
  const heard: Heard = { position: undefined, atMs: Number.NEGATIVE_INFINITY };
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let first: Promise<void> | undefined;
  let look: Promise<void> = Promise.resolve();

  const poll = (): Promise<void> => {
    look = catchUp(options, heard, () => isStopped)
      .catch((error: unknown) => tell(options.onError, error))
      .then(() => {
        if (!isStopped) timer = setTimeout(() => void poll(), pollMs).unref();
      });
    return look;
  };

  return {
    start() {
      if (isStopped) return look;
      return (first ??= poll());
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return look;
    },
    silenceMs: () => monotonicMs() - heard.atMs,
  };
}

type Heard = { position: number | undefined; atMs: number };

/** Goes on whatever the listener throws: a feed that fell silent over a line of the log would serve old links for ever. */
function tell(onError: ChangeFeedOptions["onError"], error: unknown): void {
  try {
    onError(error);
  } catch {
    // There is nobody else to tell.
  }
}

async function catchUp(options: ChangeFeedOptions, heard: Heard, isStopped: () => boolean): Promise<void> {
  const { store, monotonicMs, onChange, onGap } = options;
  for (;;) {
    // From before the look: a change that is committed during it may be in the next one only.
    const atMs = monotonicMs();
    if (heard.position === undefined) {
      heard.position = await store.lastChange();
      // Whatever was remembered before the first position was known may have changed since.
      onGap();
    }
    const page = await store.changesAfter(heard.position, pageSize);
    if (!page.isComplete) onGap();
    for (const change of page.changes) onChange(change);
    heard.position = page.position;
    if (page.changes.length < pageSize) {
      heard.atMs = atMs;
      return;
    }
    // A store that answers at once would keep the event loop from everything else until the end of the backlog.
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (isStopped()) return;
  }
}
