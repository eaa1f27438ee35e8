/** Past these nobody more is put on the list. */
const maxWaiting = 100_000;

const sweepMs = 1_000;

/** Addresses that must wait, each until an instant of its own. */
export interface WaitingList {
  /** How many may have to wait; 0: nobody does. */
  readonly size: number;
  /** Milliseconds that are left to an address; 0: none. */
  leftMs(address: string): number;
  add(address: string, forMs: number): void;
  clear(): void;
}

/** Creates an empty list. Whose wait is over goes within a second of being looked for. */
export function createWaitingList(monotonicMs: () => number): WaitingList {
  const ends = new Map<string, number>();
  let sweepAtMs = 0;
  const sweep = (nowMs: number): void => {
    if (nowMs < sweepAtMs) return;
    sweepAtMs = nowMs + sweepMs;
    for (const [address, endMs] of ends) if (endMs <= nowMs) ends.delete(address);
  };
  return {
    get size() {
      return ends.size;
    },
    leftMs(address) {
      const nowMs = monotonicMs();
      sweep(nowMs);
      return Math.max(0, (ends.get(address) ?? nowMs) - nowMs);
    },
    add(address, forMs) {
      if (ends.size < maxWaiting || ends.has(address)) ends.set(address, monotonicMs() + forMs);
    },
    clear: () => ends.clear(),
  };
}
