/** Time as a guard sees it; replaced in tests. */
export interface Timers {
  /** Milliseconds of a clock that never goes back. */
  nowMs(): number;
  /** Runs `work` once, after so long; does not keep the program alive. @returns What calls it off. */
  after(delayMs: number, work: () => void): () => void;
}

/** Time and chance, which tests replace. */
export type Surroundings = {
  readonly timers: Timers;
  /** From 0 to 1. */
  readonly random: () => number;
};

/** As far as a runtime has it: a number in browsers and at the edge. */
type Handle = { readonly unref?: () => void };

export const systemTimers: Timers = {
  nowMs: () => performance.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    (timer as Handle).unref?.();
    return () => clearTimeout(timer);
  },
};
