import { LRUCache } from "lru-cache";
import type { Found } from "../resolver.ts";

/** What was read of one key: a link, or null where the store has none. */
export type CacheEntry<Answer> = {
  readonly found: Found<Answer> | null;
  /** When the store was read, on the resolver's monotonic clock. */
  readonly readAt: number;
};

/** Links and known gaps in this process's memory. */
export interface MemoryCache<Answer> {
  get(key: string): CacheEntry<Answer> | undefined;
  put(key: string, entry: CacheEntry<Answer>): void;
  drop(key: string): void;
  dropAll(): void;
  stats(): { readonly links: number; readonly unknown: number; readonly bytes: number };
}

/**
 * What an entry costs beside its strings: LRU slots, key, the entry, target and answer objects. A heap snapshot of
 * 100,000 entries showed 553 bytes each, strings included; rounded up.
 */
const entryOverheadBytes = 640;

/**
 * Makes a cache that keeps the most recently used links within `maxBytes`.
 *
 * Unknown codes have a place of their own, bounded in number, so that a flood of them never pushes a link out.
 */
export function createMemoryCache<Answer>(options: {
  readonly maxBytes: number;
  readonly maxUnknown: number;
}): MemoryCache<Answer> {
  const links = new LRUCache<string, CacheEntry<Answer>>({
    maxSize: options.maxBytes,
    maxEntrySize: options.maxBytes,
    sizeCalculation: (entry, key) => entryOverheadBytes + key.length + (entry.found?.target.destination.length ?? 0),
  });
  const unknown = new LRUCache<string, CacheEntry<Answer>>({ max: options.maxUnknown });
  return {
    get: (key) => links.get(key) ?? unknown.get(key),
    put(key, entry) {
      const [into, outOf] = entry.found === null ? [unknown, links] : [links, unknown];
      outOf.delete(key);
      into.set(key, entry);
    },
    drop(key) {
      links.delete(key);
      unknown.delete(key);
    },
    dropAll() {
      links.clear();
      unknown.clear();
    },
    stats: () => ({ links: links.size, unknown: unknown.size, bytes: links.calculatedSize }),
  };
}
