import { Readable } from "node:stream";

/**
 * Makes a body of texts that are made when somebody reads them: no more than one of them waits.
 *
 * @param onClosed Told when the last one is read, or the reader is gone.
 */
export function textStream(texts: AsyncIterable<string>, onClosed: () => void): Readable {
  const stream = Readable.from(texts, { objectMode: false, highWaterMark: 1 });
  return stream.once("close", onClosed);
}
