import { setTimeout as pause } from "node:timers/promises";

/** Waits for `ms`, not at all where that is no time; ends early, without a word, when the signal comes. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await pause(ms, undefined, { signal }).catch(() => undefined);
}
