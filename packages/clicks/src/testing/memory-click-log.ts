import { ClickError } from "../click-error.ts";
import type { ClickLog, ClickSource } from "../click-log.ts";
import { formatClick } from "../format-click.ts";

/** A click log for tests: one partition, in which a position is a number of records. */
export interface MemoryClickLog extends ClickLog, ClickSource {
  /** Appends lines that no `formatClick` has written. */
  appendForeign(...records: readonly string[]): void;
  /** Forgets the records up to a position, stored or not. */
  lose(upTo: number): void;
  readonly released: number;
}

export function openMemoryClickLog(partition = "memory"): MemoryClickLog {
  const records: string[] = [];
  let released = 0;
  let lost = 0;
  let isClosed = false;
  let wake = (): void => undefined;
  return {
    get released() {
      return released;
    },
    async append(clicks) {
      if (isClosed) throw new ClickError("LOG_UNAVAILABLE", "It is closed.");
      records.push(...clicks.map((click) => formatClick(click)));
      wake();
    },
    appendForeign: (...foreign) => void records.push(...foreign),
    lose(upTo) {
      lost = upTo;
    },
    partitions: async () => [partition],
    async read({ partition: asked, after, maxRecords, upTo, acrossGap }) {
      if (asked !== partition) return undefined;
      if (after < lost && acrossGap !== true) throw new ClickError("LOG_GAP");
      const first = Math.max(after, lost);
      const to = Math.max(first, upTo ?? Math.min(records.length, first + maxRecords));
      return to === after ? undefined : { partition, from: after, to, records: records.slice(first, to) };
    },
    async release(asked, position) {
      if (asked === partition) released = Math.max(released, position);
    },
    async backlog() {
      const [oldest] = records.slice(released);
      return { records: records.length - released, oldestAt: oldest === undefined ? undefined : instantOf(oldest) };
    },
    wait(ms, signal) {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (signal.aborted) wake();
        else signal.addEventListener("abort", wake, { once: true });
      });
    },
    async close() {
      isClosed = true;
    },
  };
}

function instantOf(record: string): number {
  try {
    return (JSON.parse(record) as { readonly at: number }).at;
  } catch {
    return 0;
  }
}
