/** Past these nobody more is put on the list. */
const maxWaiting = 100_000;

const sweepMs = 1_000;

/** What one address must wait for. */
export type Wait = {
  readonly ms: number;
  /** The names of the policies that it is over. */
  readonly violated: readonly string[];
};

/** Addresses that must wait, each until an instant of its own. */
export interface WaitingList {
  /** How many may have to wait; 0: nobody does. */
  readonly size: number;
  /** What is left to an address; undefined: nothing. */
  left(address: string): Wait | undefined;
  add(address: string, wait: Wait): void;
  clear(): void;
}

/** Creates an empty list. Whose wait is over goes within a second of being looked for. */
export function createWaitingList(monotonicMs: () => number): WaitingList {
  const ends = new Map<string, Pick<Wait, "violated"> & { readonly atMs: number }>();
  let sweepAtMs = 0;
  const sweep = (nowMs: number): void => {
    if (nowMs < sweepAtMs) return;
    sweepAtMs = nowMs + sweepMs;
    for (const [address, { atMs }] of ends) if (atMs <= nowMs) ends.delete(address);
  };
  return {
    get size() {
      return ends.size;
    },
    left(address) {
      const nowMs = monotonicMs();
      sweep(nowMs);
      const end = ends.get(address);
      return end === undefined || end.atMs <= nowMs ? undefined : { ms: end.atMs - nowMs, violated: end.violated };
    },
    add(address, { ms, violated }) {
      if (ends.size < maxWaiting || ends.has(address)) ends.set(address, { atMs: monotonicMs() + ms, violated });
    },
    clear: () => ends.clear(),
  };
}
