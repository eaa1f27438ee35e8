/** Acts when nothing was heard for long, again and again until something is. */
export interface SilenceWatch {
  /** Something came in. */
  heard(): void;
  /** To be called now and then. */
  look(): void;
}

export type SilenceWatchOptions = {
  readonly limitMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  readonly onSilence: () => void;
};

export function createSilenceWatch({ limitMs, monotonicMs, onSilence }: SilenceWatchOptions): SilenceWatch {
  let sinceMs = monotonicMs();
  return {
    heard() {
      sinceMs = monotonicMs();
    },
    look() {
      if (monotonicMs() - sinceMs < limitMs) return;
      sinceMs = monotonicMs();
      onSilence();
    },
  };
}
