export type WatchOptions<Value> = {
  /** One that fails leaves what was known before; its failure is told by whoever needs the answer. */
  readonly ask: () => Promise<Value>;
  readonly everyMs: number;
  /** Known before the first answer. */
  readonly first: Value;
};

/** Asks again and again, one question at a time, and knows the last answer, also while there is none. */
export function createWatch<Value>({ ask, everyMs, first }: WatchOptions<Value>) {
  let known = first;
  let asking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function askOnce(): Promise<void> {
    try {
      known = await ask();
    } catch {
      // The next time will do.
    } finally {
      asking = undefined;
    }
  }

  const look = (): void => {
    asking ??= askOnce();
  };

  return {
    start(): void {
      look();
      timer = setInterval(look, everyMs);
      timer.unref();
    },
    last: () => known,
    stop: () => clearInterval(timer),
  };
}
