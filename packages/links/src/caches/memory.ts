import { LRUCache } from "lru-cache";
import type { Found } from "../resolver.ts";
import { createDoorkeeper } from "./doorkeeper.ts";

/** What was read of one key: a link, or null where the store has none. */
export type CacheEntry<Answer> = {
  readonly found: Found<Answer> | null;
  /** When the store was read, on the resolver's monotonic clock. */
  readonly readAt: number;
};

/** Links and known gaps in this process's memory. */
export interface MemoryCache<Answer> {
  get(key: string): CacheEntry<Answer> | undefined;
  /**
   * Replaces what is known of `key`. A link that is not in memory yet and would push others out enters only when its key
   * was put or dropped before, as far as is remembered; otherwise nothing is known of `key` afterwards.
   */
  put(key: string, entry: CacheEntry<Answer>): void;
  drop(key: string): void;
  dropAll(): void;
  stats(): MemoryCacheStats;
}

type MemoryCacheStats = {
  readonly links: number;
  readonly unknown: number;
  readonly bytes: number;
  /** How often a link was not let in. */
  readonly refused: number;
};

/**
 * What an entry costs beside its strings: LRU slots, key, the entry, target and answer objects. A heap snapshot of
 * 100,000 entries showed 553 bytes each, strings included; rounded up.
 */
const entryOverheadBytes = 640;

/**
 * One note of the doorkeeper for so much memory: about as many notes as links that fit, for a link that comes again after
 * more others than that would have been pushed out meanwhile. Costs 0.4 % of the memory in addition.
 */
const bytesPerNote = 1024;
const maxNotes = 2 ** 22;

/**
 * Makes a cache that keeps the most recently used links within `maxBytes`.
 *
 * When it is full, a link enters when it is asked for the second time, so that a scan over many links costs no evictions
 * and pushes out none of those that are followed often.
 * Unknown codes have a place of their own, bounded in number, so that a flood of them never pushes a link out.
 *
 * @param options.seed Any whole number, unknown to clients; see `createDoorkeeper`.
 */
export function createMemoryCache<Answer>(options: {
  readonly maxBytes: number;
  readonly maxUnknown: number;
  readonly seed: number;
}): MemoryCache<Answer> {
  const { maxBytes, maxUnknown, seed } = options;
  const links = new LRUCache<string, CacheEntry<Answer>>({ maxSize: maxBytes, sizeCalculation: bytesOf });
  const unknown = new LRUCache<string, CacheEntry<Answer>>({ max: maxUnknown });
  const doorkeeper = createDoorkeeper({ slots: Math.min(maxNotes, Math.ceil(maxBytes / bytesPerNote)), seed });
  let refused = 0;
  const mayEnter = (key: string, entry: CacheEntry<Answer>): boolean =>
    links.calculatedSize + bytesOf(entry, key) <= maxBytes || links.has(key) || doorkeeper.note(key);
  return {
    get: (key) => links.get(key) ?? (unknown.size === 0 ? undefined : unknown.get(key)),
    put(key, entry) {
      if (entry.found === null) {
        links.delete(key);
        unknown.set(key, entry);
        return;
      }
      // Also when the link is refused: that there is none would be wrong from now on.
      unknown.delete(key);
      if (mayEnter(key, entry)) links.set(key, entry);
      else refused += 1;
    },
    drop(key) {
      // A link that was let in before comes back at its next read, though others may have taken its room.
      if (links.delete(key)) doorkeeper.note(key);
      unknown.delete(key);
    },
    dropAll() {
      links.clear();
      unknown.clear();
    },
    stats: () => ({ links: links.size, unknown: unknown.size, bytes: links.calculatedSize, refused }),
  };
}

function bytesOf(entry: CacheEntry<unknown>, key: string): number {
  return entryOverheadBytes + key.length + (entry.found?.target.destination.length ?? 0);
}
