import { setTimeout as pause } from "node:timers/promises";

/** Resolves after the time, or when the signal comes. */
export async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
