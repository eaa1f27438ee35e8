/** Gives what a look at something finds, or fails in time. */
export type TimedLook<Result> = (signal: AbortSignal) => Promise<Result>;

export type TimedLookOptions<Result> = {
  /** Should end soon after the signal was aborted, as far as it can. */
  readonly look: (signal: AbortSignal) => Promise<Result>;
  readonly deadlineMs: number;
  /** What is thrown when a look is late. */
  readonly late: () => Error;
};

/**
 * One look at a time, which several may wait for. The thread of the system that a hanging look holds is one of four: no
 * other look begins until it has ended, and nobody waits a second time for one that was late.
 */
export function createTimedLook<Result>({ look, deadlineMs, late }: TimedLookOptions<Result>): TimedLook<Result> {
  let running: { readonly found: Promise<Result>; isLate: boolean } | undefined;

  const begin = (signal: AbortSignal) => {
    const begun = { found: look(signal), isLate: false };
    const end = (): void => void (running = undefined);
    begun.found.then(end, end);
    return (running = begun);
  };

  return async (signal) => {
    signal.throwIfAborted();
    const current = running ?? begin(signal);
    if (current.isLate) throw late();
    const { promise: given, reject } = Promise.withResolvers<never>();
    const onAbort = (): void => reject(signal.reason);
    const onLate = (): void => {
      current.isLate = true;
      reject(late());
    };
    const timer = setTimeout(onLate, deadlineMs);
    signal.addEventListener("abort", onAbort);
    try {
      return await Promise.race([current.found, given]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  };
}
