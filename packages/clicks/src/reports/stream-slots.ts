import { ClickError } from "../click-error.ts";
import type { StreamReader } from "./click-reports.ts";

/** How many streams may be open at once. */
export interface StreamSlots {
  /**
   * Takes a slot until what comes back is called or the reader is gone, whichever is first.
   *
   * @throws {ClickError} `STREAMS_TOO_MANY` when the reader has as many as one may have, `STREAMS_BUSY` when all are taken.
   */
  take(reader: StreamReader): () => void;
  taken(): number;
}

/** What one reader may have of all: a quarter, so that others find some left. */
const shareOfOne = 1 / 4;

/** Counts what is open. One reader may have a quarter of it, and at least one. */
export function createStreamSlots(max: number): StreamSlots {
  const open = new Set<{ readonly id: string }>();
  const maxOfOne = Math.max(1, Math.floor(max * shareOfOne));
  return {
    take({ id, gone }) {
      const own = [...open].filter((slot) => slot.id === id).length;
      if (own >= maxOfOne) throw new ClickError("STREAMS_TOO_MANY");
      if (open.size >= max) throw new ClickError("STREAMS_BUSY");
      const slot = { id };
      const release = (): void => void open.delete(slot);
      if (gone.aborted) return release;
      open.add(slot);
      // A stream that nobody has begun to read has no end that could be heard of.
      gone.addEventListener("abort", release, { once: true });
      return release;
    },
    taken: () => open.size,
  };
}
