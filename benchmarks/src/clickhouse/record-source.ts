import type { ClickSource } from "@narrows/clicks";

const partition = "benchmark";

/** A click log whose records are there already: positions count them. A writer reads it on without ever waiting. */
export function createRecordSource(first: number, records: readonly string[]): ClickSource {
  const end = first + records.length;
  return {
    partitions: async () => [partition],
    read: async ({ after, maxRecords, upTo }) => {
      const to = upTo ?? Math.min(end, after + maxRecords);
      if (to <= after) return undefined;
      return { partition, from: after, to, records: records.slice(after - first, to - first) };
    },
    release: async () => undefined,
    backlog: async () => ({ records: 0, oldestAt: undefined }),
    wait: async () => undefined,
    close: async () => undefined,
  };
}
