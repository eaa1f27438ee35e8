import { Readable } from "node:stream";

export type TextStreamOptions = {
  /** Aborted when it must end, whatever is left: it fails then. */
  readonly overdue: AbortSignal;
  /** Told at once when the last text is read, or the reader is gone. */
  readonly onClosed: () => void;
};

/**
 * Makes a body of texts that are made when somebody reads them: no more than one of them waits.
 *
 * `Readable.from` would do, but for a reader that is gone it waits until the next text is made.
 */
export function textStream(texts: AsyncGenerator<string, void>, { overdue, onClosed }: TextStreamOptions): Readable {
  return new Readable({
    signal: overdue,
    highWaterMark: 1,
    read() {
      texts.next().then(
        ({ done, value }) => this.push(done === true ? null : value),
        (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
      );
    },
    destroy(error, done) {
      onClosed();
      void endQuietly(texts);
      done(error);
    },
  });
}

/** What is still waited for has heard of the end, and there is nobody left to tell of a fault. */
async function endQuietly(texts: AsyncGenerator<string, void>): Promise<void> {
  await texts.return().catch(() => undefined);
}
