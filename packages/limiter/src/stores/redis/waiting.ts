import type { RedisPort } from "./redis-port.ts";

/**
 * Waits for a client that is not connected, so that a program's first requests find it.
 *
 * All wait together, the first one no longer than `longestMs`: what is sent later would be counted for nobody. A client
 * that keeps commands until it is connected again would do just that, so it is not given any.
 */
export function createWaiting({ ready }: RedisPort, longestMs: number): () => Promise<void> | undefined {
  let waiting: Promise<void> | undefined;
  return () => {
    if (waiting !== undefined) return waiting;
    const untilReady = ready?.();
    if (untilReady === undefined) return undefined;
    waiting = inTime(longestMs, untilReady).finally(() => (waiting = undefined));
    return waiting;
  };
}

async function inTime(longestMs: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The client is not connected.")), longestMs);
  });
  try {
    await Promise.race([work, passed]);
  } finally {
    clearTimeout(timer);
  }
}
