/** Leaves alone what fails, and tries it again now and then. */
export interface SharedBreaker {
  mayAsk(): boolean;
  worked(): void;
  failed(): void;
}

/** Failures in a row after which it is left alone. */
const maxFailures = 5;
/** How long; then whoever comes first tries. */
const pauseMs = 1_000;

export function createSharedBreaker(monotonicMs: () => number): SharedBreaker {
  let failures = 0;
  let pausedUntilMs = 0;
  return {
    mayAsk() {
      if (failures < maxFailures) return true;
      if (monotonicMs() < pausedUntilMs) return false;
      // One tries; the others wait for what comes of it.
      pausedUntilMs = monotonicMs() + pauseMs;
      return true;
    },
    worked() {
      failures = 0;
    },
    failed() {
      failures += 1;
      if (failures === maxFailures) pausedUntilMs = monotonicMs() + pauseMs;
    },
  };
}
