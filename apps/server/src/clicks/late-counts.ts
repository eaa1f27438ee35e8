import type { AskedCounts, ClickCounts } from "@narrows/clicks";
import type { Late } from "./late.ts";

/**
 * A click store that is opened by the first question about what it has counted.
 *
 * @param now Up to when all is counted at most: a store knows of logs that ended, and nothing of the clock.
 */
export function createLateCounts(store: Pick<Late<AskedCounts>, "get">, now: () => number): AskedCounts {
  return {
    async totals(links, signal) {
      const { clicks, asOf } = await (await store.get()).totals(links, signal);
      return { clicks, asOf: asOf === undefined ? undefined : Math.min(asOf, now()) };
    },
    counts: async (query) => (await store.get()).counts(query),
    series: async (link, bounds) => (await store.get()).series(link, bounds),
    breakdown: async (query) => (await store.get()).breakdown(query),
    top: async (query) => (await store.get()).top(query),
    clicks: async (query) => (await store.get()).clicks(query),
    askedBy(asker) {
      const get = async (): Promise<ClickCounts> => {
        const counts = await store.get();
        return counts.askedBy?.(asker) ?? counts;
      };
      return createLateCounts({ get }, now);
    },
  };
}
