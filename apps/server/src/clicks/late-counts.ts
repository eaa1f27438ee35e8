import type { ClickCounts } from "@narrows/clicks";
import type { Late } from "./late.ts";

/** A click store that is opened by the first question about what it has counted. */
export function createLateCounts(store: Pick<Late<ClickCounts>, "get">): ClickCounts {
  return {
    total: async (link) => (await store.get()).total(link),
    counts: async (query) => (await store.get()).counts(query),
    series: async (link, bounds) => (await store.get()).series(link, bounds),
    breakdown: async (query) => (await store.get()).breakdown(query),
    top: async (query) => (await store.get()).top(query),
    clicks: async (query) => (await store.get()).clicks(query),
  };
}
