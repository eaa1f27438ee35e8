import type { LinkStore } from "./link-store.ts";
import type { LinkKey } from "./link.ts";

export type ChangeFeedOptions = {
  readonly store: Pick<LinkStore, "lastChange" | "changesAfter">;
  /** From the end of one look at the log to the next. */
  readonly pollMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Told of every link that changed, by whichever process. */
  readonly onChange: (key: LinkKey) => void;
  /** Told that changes were missed for good: any link may have changed. */
  readonly onGap: () => void;
  /** Told of a look that failed; the feed tries again. */
  readonly onError: (error: unknown) => void;
};

/** Hears what other processes change in the store. */
export interface ChangeFeed {
  /** Resolves after the first look, be it in vain. */
  start(): Promise<void>;
  /** Resolves when the last look is over. */
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
  let look: Promise<void> = Promise.resolve();

  const poll = (): Promise<void> => {
    look = catchUp(options, heard)
      .catch(options.onError)
      .then(() => {
        if (!isStopped) timer = setTimeout(() => void poll(), pollMs).unref();
      });
    return look;
  };

  return {
    start: poll,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return look;
    },
    silenceMs: () => monotonicMs() - heard.atMs,
  };
}

type Heard = { position: number | undefined; atMs: number };

async function catchUp({ store, monotonicMs, onChange, onGap }: ChangeFeedOptions, heard: Heard): Promise<void> {
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
    for (const key of page.keys) onChange(key);
    heard.position = page.position;
    if (page.keys.length < pageSize) {
      heard.atMs = atMs;
      return;
    }
  }
}
