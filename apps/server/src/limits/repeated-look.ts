export type RepeatedLookOptions = {
  readonly look: () => Promise<void>;
  /** From the end of one look to the next. */
  readonly everyMs: number;
  /** Told once of each look that takes longer than `lateMs`, as one at a disk that hangs; none begins until it has ended. */
  readonly onLate: () => void;
  readonly lateMs: number;
};

/** One look after another, however long each takes. Keeps no process alive. */
export function repeatLook({ look, everyMs, onLate, lateMs }: RepeatedLookOptions): { readonly stop: () => void } {
  let isStopped = false;
  let late: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => void lookOnce(), everyMs).unref();
  const lookOnce = async (): Promise<void> => {
    late = setTimeout(onLate, lateMs).unref();
    try {
      await look();
    } finally {
      clearTimeout(late);
      if (!isStopped) timer.refresh();
    }
  };
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      clearTimeout(late);
    },
  };
}
