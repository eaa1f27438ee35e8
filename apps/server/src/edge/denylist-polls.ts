import { setImmediate as nextTurn } from "node:timers/promises";
import type { Denylist, DenylistPage } from "./denylist.ts";

export type DenylistPollsOptions = {
  readonly list: Denylist;
  /** Further polls are answered at once. */
  readonly maxWaiting: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
};

/** A page, and how long after it was asked for the store was read: everything that changed before is in it. */
export type PolledPage = DenylistPage & { readonly waitedMs: number };

/** Lets edges wait for the next change. */
export interface DenylistPolls {
  /** The page after `since`; where there is nothing new, after a change or `waitMs` at the latest. */
  next(since: number | undefined, waitMs: number): Promise<PolledPage>;
  /** Says that links changed. */
  wake(): void;
  /** Answers all that wait; from now on nobody waits. */
  close(): void;
  waiting(): number;
}

/** Changes of so short a time are told together: a flood of them must not become a flood of polls. */
const gatherMs = 25;

/** Holds polls until there is something to tell. */
export function createDenylistPolls({ list, maxWaiting, monotonicMs }: DenylistPollsOptions): DenylistPolls {
  const wakers = new Set<() => void>();
  let isClosed = false;
  let gathering: NodeJS.Timeout | undefined;
  const wakeInTurn = async (): Promise<void> => {
    gathering = undefined;
    // Whoever comes meanwhile has read the store after the change.
    const woken = [...wakers];
    for (const waker of woken) {
      waker();
      // Each reads the store at once; hundreds in one turn would keep redirects waiting.
      await nextTurn();
    }
  };
  return {
    async next(since, waitMs) {
      const askedAt = monotonicMs();
      const mayWait = since !== undefined && waitMs > 0 && !isClosed && wakers.size < maxWaiting;
      if (!mayWait) return { ...(await list.page(since)), waitedMs: 0 };
      // Before the read: what is committed during it wakes.
      const woken = waitFor(wakers, waitMs);
      try {
        const page = await list.page(since);
        if (!page.isComplete || page.position !== since) return { ...page, waitedMs: 0 };
        await woken.promise;
      } finally {
        woken.cancel();
      }
      const waitedMs = Math.max(0, monotonicMs() - askedAt);
      return { ...(await list.page(since)), waitedMs };
    },
    wake() {
      if (wakers.size > 0) gathering ??= setTimeout(() => void wakeInTurn(), gatherMs).unref();
    },
    close() {
      isClosed = true;
      clearTimeout(gathering);
      for (const waker of wakers) waker();
    },
    waiting: () => wakers.size,
  };
}

type Wait = { readonly promise: Promise<void>; readonly cancel: () => void };

function waitFor(wakers: Set<() => void>, waitMs: number): Wait {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, waitMs);
  wakers.add(resolve);
  return {
    promise,
    cancel() {
      clearTimeout(timer);
      wakers.delete(resolve);
    },
  };
}
