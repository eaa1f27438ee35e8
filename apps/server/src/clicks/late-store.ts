import type { ClickStore } from "@narrows/clicks";
import type { Late } from "./late.ts";

/**
 * A click store that is opened by the first call. One that cannot be opened fails that call, and is tried again by the next,
 * so that whoever waits for it also sees what waits.
 */
export function createLateStore(store: Pick<Late<ClickStore>, "get">): ClickStore {
  return {
    position: async (partition) => (await store.get()).position(partition),
    store: async (batch) => (await store.get()).store(batch),
    complete: async (partition, at) => (await store.get()).complete(partition, at),
    letGo: async (partition) => (await store.get()).letGo(partition),
    partitions: async () => (await store.get()).partitions(),
    forget: async (before) => (await store.get()).forget(before),
    rebuild: async (span) => (await store.get()).rebuild(span),
    deadLetters: async (limit) => (await store.get()).deadLetters(limit),
    // Reports use it, too: who has opened it closes it.
    close: () => Promise.resolve(),
  };
}
