/** How long a worker must have been ready for its death to count as a new beginning. */
const steadyMs = 10_000;

const shortestMs = 100;
const longestMs = 10_000;

/** So often in a row a worker may die before it is ready, until nobody believes in it any more. */
const maxFailedStarts = 5;

/** Decides when a worker that died is started again. */
export interface RestartDelay {
  /**
   * Told how long the worker was ready; undefined: it never was.
   *
   * @returns How long to wait; undefined: it is hopeless.
   */
  next(readyForMs: number | undefined): number | undefined;
  /** How long to wait after a fork that failed: the machine is short of something, and may have it again at any time. */
  afterFailedFork(): number;
}

/** Waits longer from one death to the next, unless a good time lies between. */
export function createRestartDelay(): RestartDelay {
  let delayMs = shortestMs;
  let failedStarts = 0;
  const longer = (): number => {
    const wait = delayMs;
    delayMs = Math.min(longestMs, delayMs * 2);
    return wait;
  };
  return {
    next(readyForMs) {
      failedStarts = readyForMs === undefined ? failedStarts + 1 : 0;
      if (failedStarts >= maxFailedStarts) return undefined;
      if (readyForMs !== undefined && readyForMs >= steadyMs) delayMs = shortestMs;
      return longer();
    },
    afterFailedFork: longer,
  };
}
