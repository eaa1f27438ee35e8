import type { LinkStore } from "./link-store.ts";
import type { SharedCache } from "./shared-cache.ts";
import { within } from "./within.ts";

export type SharedFollowerOptions = {
  readonly shared: SharedCache;
  readonly store: Pick<LinkStore, "lastChange" | "changesAfter">;
  /** From the end of one look at the log to the next. */
  readonly pollMs: number;
  /** After so long without a look that succeeded, the cache is not believed here. */
  readonly maxSilenceMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Told of a look that failed; the follower tries again. Never throws. */
  readonly onError: (error: unknown) => void;
};

/**
 * Carries the store's log of changes out on the cache that all nodes share. Every node does, so that a change whose node was
 * killed before it told anybody leaves nothing old behind; where all of them were, the next one to start goes on.
 */
export interface SharedFollower {
  /** Begins; nobody has to wait for it. */
  start(): void;
  stop(): Promise<void>;
  /** Whether every change up to a moment ago is known to be carried out. */
  isTrusted(): boolean;
}

/** Changes carried out at once. */
const pageSize = 500;
/** A Redis that hangs must not hold a look up for ever. */
const lookDeadlineMs = 2_000;

type State = { position: number | undefined; trustedAtMs: number };

export function createSharedFollower(options: SharedFollowerOptions): SharedFollower {
  const { pollMs, maxSilenceMs, monotonicMs, onError } = options;
  const state: State = { position: undefined, trustedAtMs: Number.NEGATIVE_INFINITY };
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let look: Promise<void> = Promise.resolve();
  const round = (): void => {
    let isLate = false;
    look = within(
      lookDeadlineMs,
      follow(options, state, () => isStopped || isLate),
      "The shared cache did not answer in time.",
    )
      .catch((error: unknown) => {
        isLate = true;
        // What was carried out is not known, so the cache is asked where to begin.
        state.position = undefined;
        onError(error);
      })
      .then(() => {
        if (!isStopped) timer = setTimeout(round, pollMs).unref();
      });
  };
  return {
    start: round,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await look;
    },
    isTrusted: () => monotonicMs() - state.trustedAtMs < maxSilenceMs,
  };
}

async function follow(options: SharedFollowerOptions, state: State, isOver: () => boolean): Promise<void> {
  const { shared, store, monotonicMs } = options;
  // Whoever connects tells of that; what was missed meanwhile is made good afterwards.
  while (shared.isConnected()) {
    const atMs = monotonicMs();
    const from = state.position ?? (await shared.reached(await store.lastChange()));
    const page = await store.changesAfter(from, pageSize);
    if (page.isComplete) {
      await Promise.all(page.changes.map((change) => shared.raise(change, change.version)));
    } else {
      await shared.forget();
    }
    const isKept = page.isComplete && (await shared.advance(from, page.position));
    if (isOver()) return;
    state.position = isKept ? page.position : undefined;
    if (!isKept) return;
    if (page.changes.length < pageSize) {
      state.trustedAtMs = atMs;
      return;
    }
  }
}
