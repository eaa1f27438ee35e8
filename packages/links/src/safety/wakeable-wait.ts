/** A wait that ends earlier when there is something to do. */
export interface WakeableWait {
  /**
   * Waits, one at a time.
   *
   * @param wakeAfterMs How long after a wake it ends, and not before as long was waited; a wake before the wait counts.
   */
  wait(ms: number, wakeAfterMs: number, signal: AbortSignal): Promise<void>;
  wake(): void;
}

export function createWakeableWait(): WakeableWait {
  let isWoken = false;
  let onWake: (() => void) | undefined;
  return {
    wait(ms, wakeAfterMs, signal) {
      return new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener("abort", end);
          onWake = undefined;
          isWoken = false;
          resolve();
        };
        let timer = setTimeout(end, isWoken ? Math.min(ms, wakeAfterMs) : ms).unref();
        onWake = () => {
          onWake = undefined;
          if (wakeAfterMs >= ms) return;
          clearTimeout(timer);
          timer = setTimeout(end, wakeAfterMs).unref();
        };
        signal.addEventListener("abort", end);
        if (signal.aborted) end();
      });
    },
    wake() {
      isWoken = true;
      onWake?.();
    },
  };
}
