import { parseClick, type ClickSource, type ClickStore } from "@narrows/clicks";

/** Stores what is in the outbox while more comes, as the writer does, and goes on until nothing is left. */
export function storeBeside(source: ClickSource, store: ClickStore) {
  const stopping = new AbortController();
  const running = (async () => {
    for (;;) {
      const isLast = stopping.signal.aborted;
      const { at } = await store.position("outbox");
      const read = { partition: "outbox", after: at, maxRecords: 5_000, signal: AbortSignal.timeout(60_000) };
      const batch = await source.read(read);
      if (batch === undefined) {
        if (isLast) return;
        await source.wait(50, stopping.signal);
        continue;
      }
      await store.store({ ...batch, clicks: batch.records.map(parseClick), dead: [] });
      await source.release("outbox", batch.to);
    }
  })();
  return {
    /** Resolves when all that was appended before is stored. */
    async finish(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
