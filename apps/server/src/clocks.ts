/** The two times that the service needs. */
export type Clocks = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds on a clock that never goes back. */
  readonly monotonicMs: () => number;
};

/** The machine's own. */
export const systemClocks: Clocks = { now: () => Date.now(), monotonicMs: () => performance.now() };
