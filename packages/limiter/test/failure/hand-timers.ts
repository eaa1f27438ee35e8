import type { Timers } from "../../src/failure/timers.ts";

/** Timers that stand still until a test moves them. */
export type HandTimers = Timers & {
  /** Timers that are set now. */
  readonly pending: number;
  /** Those of them that keep the program alive. */
  readonly held: number;
  /** Timers that were ever set. */
  readonly set: number;
  /** Runs what is due on the way, each at its time, and lets promises settle. */
  advance(ms: number): Promise<void>;
  /** Time goes by, and nothing runs: the process was busy. */
  stall(ms: number): void;
};

export function createHandTimers(): HandTimers {
  type Entry = { readonly atMs: number; readonly work: () => void };
  const entries = new Set<Entry>();
  const held = new Set<Entry>();
  let nowMs = 1_000;
  let set = 0;
  const nextUntil = (untilMs: number) =>
    [...entries].filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs)[0];
  return {
    nowMs: () => nowMs,
    after(delayMs, work) {
      const entry = { atMs: nowMs + delayMs, work };
      entries.add(entry);
      set++;
      return {
        callOff: () => void entries.delete(entry),
        hold: (isHeld) => {
          if (isHeld) held.add(entry);
          else held.delete(entry);
        },
      };
    },
    get pending() {
      return entries.size;
    },
    get held() {
      return [...held].filter((entry) => entries.has(entry)).length;
    },
    get set() {
      return set;
    },
    async advance(ms) {
      await settled();
      const untilMs = nowMs + ms;
      for (let next = nextUntil(untilMs); next !== undefined; next = nextUntil(untilMs)) {
        entries.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.work();
        await settled();
      }
      nowMs = untilMs;
      await settled();
    },
    stall(ms) {
      nowMs += ms;
    },
  };
}

/** Everything that was resolved has been heard of. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
