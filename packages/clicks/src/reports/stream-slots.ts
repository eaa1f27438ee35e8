import { ClickError } from "../click-error.ts";

/** How many streams may be open at once. */
export interface StreamSlots {
  /**
   * Takes a slot until what comes back is called or the signal is aborted, whichever is first.
   *
   * @throws {ClickError} `STREAMS_BUSY`
   */
  take(signal: AbortSignal): () => void;
  taken(): number;
}

/** Counts what is open. */
export function createStreamSlots(max: number): StreamSlots {
  const open = new Set<symbol>();
  return {
    take(signal) {
      if (open.size >= max) throw new ClickError("STREAMS_BUSY");
      const slot = Symbol("slot");
      const release = (): void => void open.delete(slot);
      if (signal.aborted) return release;
      open.add(slot);
      // A stream that nobody has begun to read has no end that could be heard of.
      signal.addEventListener("abort", release, { once: true });
      return release;
    },
    taken: () => open.size,
  };
}
