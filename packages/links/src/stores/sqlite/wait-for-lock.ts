import { setTimeout as sleep } from "node:timers/promises";
import { isBusy } from "./sqlite-error.ts";

/** Between two tries; SQLite's own handler waits up to 100 ms and loses against a writer that is always busy. */
const pauseMs = 2;

/** Tries again as long as another connection holds the lock, without blocking the thread; gives up after `timeoutMs`. */
export async function retryWhileLocked<T>(timeoutMs: number, attempt: () => T): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
    }
    await sleep(pauseMs);
  }
}

/** The same, blocking: for a thread that has nothing else to do. */
export function retryWhileLockedSync<T>(timeoutMs: number, attempt: () => T): T {
  const giveUpAt = performance.now() + timeoutMs;
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
    }
    Atomics.wait(never, 0, 0, pauseMs);
  }
}
