/** Time as a guard sees it; replaced in tests. */
export interface Timers {
  /** Milliseconds of a clock that never goes back. */
  nowMs(): number;
  /** Runs `work` once, after so long. */
  after(delayMs: number, work: () => void): Alarm;
}

/** A timer that was set. */
export type Alarm = {
  callOff(): void;
  /** Whether the program stays alive for it. At first it does not. */
  hold(isHeld: boolean): void;
};

/** Time and chance, which tests replace. */
export type Surroundings = {
  readonly timers: Timers;
  /** From 0 to 1. */
  readonly random: () => number;
};

/** As far as a runtime has it: a number in browsers and at the edge. */
type Handle = { readonly ref?: () => void; readonly unref?: () => void };

export const systemTimers: Timers = {
  nowMs: () => performance.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    const handle = timer as Handle;
    handle.unref?.();
    return {
      callOff: () => clearTimeout(timer),
      hold: (isHeld) => (isHeld ? handle.ref?.() : handle.unref?.()),
    };
  },
};
