import type { MemoryCache, CacheEntry } from "./caches/memory.ts";
import type { LinkStore } from "./link-store.ts";
import type { LinkKey, LinkTarget } from "./link.ts";
import { StoreError } from "./store-error.ts";

/** A link found for a redirect, with the answer that was made ready for it when it entered the cache. */
export type Found<Answer> = { readonly target: LinkTarget; readonly answer: Answer };

export type ResolverOptions<Answer> = {
  readonly store: Pick<LinkStore, "findTarget">;
  readonly cache: MemoryCache<Answer>;
  /** Makes what a redirect sends; called once for each read of the store. */
  readonly prepare: (target: LinkTarget) => Answer;
  /** How long ago this process last knew of every change; see `ChangeFeed`. */
  readonly silenceMs: () => number;
  /** After so much silence the store is asked again before memory is believed. */
  readonly maxSilenceMs: number;
  /** After so much silence a known link is no longer served from memory while the store cannot answer. */
  readonly deafLimitMs: number;
  /** How long a code counts as unknown without asking again; that it was created elsewhere is not told. */
  readonly maxUnknownMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
};

export type ResolverStats = {
  readonly hits: number;
  readonly misses: number;
  /** Answers from memory because the store could not be read. */
  readonly deafHits: number;
};

/**
 * Finds links for redirects: memory first, then one point read of the store.
 *
 * Null means that there is no such link.
 */
export interface Resolver<Answer> {
  /** From memory alone; undefined when memory does not know. Counts a hit or a miss. */
  peek(domain: string, code: string): Found<Answer> | null | undefined;
  /**
   * From the store, into memory; at once where the store answers at once. Equal lookups in flight are one lookup.
   *
   * Rejects with `StoreError` when the store cannot answer and memory holds nothing that may still be served.
   */
  find(domain: string, code: string): Found<Answer> | null | Promise<Found<Answer> | null>;
  /** Forgets a link, also what a lookup that is still on its way will bring. */
  drop(key: LinkKey): void;
  /** Forgets every link. */
  dropAll(): void;
  stats(): ResolverStats;
}

type State<Answer> = {
  readonly options: ResolverOptions<Answer>;
  /** Lookups under way, by cache key. */
  readonly flights: Map<string, Promise<Found<Answer> | null>>;
  readonly counts: { hits: number; misses: number; deafHits: number };
};

/** Puts the memory cache in front of the store. */
export function createResolver<Answer>(options: ResolverOptions<Answer>): Resolver<Answer> {
  const { cache } = options;
  const state: State<Answer> = { options, flights: new Map(), counts: { hits: 0, misses: 0, deafHits: 0 } };
  const { flights, counts } = state;
  return {
    peek(domain, code) {
      const entry = cache.get(cacheKey(domain, code));
      if (entry === undefined || !isCurrent(options, entry)) {
        counts.misses += 1;
        return undefined;
      }
      counts.hits += 1;
      return entry.found;
    },
    find(domain, code) {
      const key = cacheKey(domain, code);
      return flights.get(key) ?? look(state, { domain, code }, key);
    },
    drop({ domain, code }) {
      const key = cacheKey(domain, code);
      flights.delete(key);
      cache.drop(key);
    },
    dropAll() {
      flights.clear();
      cache.dropAll();
    },
    stats: () => ({ ...counts }),
  };
}

function look<Answer>(
  state: State<Answer>,
  link: LinkKey,
  key: string,
): Found<Answer> | null | Promise<Found<Answer> | null> {
  const { options } = state;
  const readAt = options.monotonicMs();
  try {
    const read = options.store.findTarget(link);
    return read instanceof Promise ? fly(state, key, read, readAt) : land(options, key, read, readAt);
  } catch (error) {
    return serveDeaf(state, key, error);
  }
}

function land<Answer>(
  { cache, prepare }: ResolverOptions<Answer>,
  key: string,
  target: LinkTarget | undefined,
  readAt: number,
): Found<Answer> | null {
  const found = target === undefined ? null : { target, answer: prepare(target) };
  fill(cache, key, { found, readAt });
  return found;
}

function fly<Answer>(
  state: State<Answer>,
  key: string,
  read: Promise<LinkTarget | undefined>,
  readAt: number,
): Promise<Found<Answer> | null> {
  const { options, flights } = state;
  const flight: Promise<Found<Answer> | null> = read.then(
    (target) => {
      if (flights.get(key) === flight) return land(options, key, target, readAt);
      // A change that was made meanwhile has taken this flight off the map: what it read must not stay.
      return target === undefined ? null : { target, answer: options.prepare(target) };
    },
    (error: unknown) => serveDeaf(state, key, error),
  );
  flights.set(key, flight);
  const leave = (): void => {
    if (flights.get(key) === flight) flights.delete(key);
  };
  flight.then(leave, leave);
  return flight;
}

/** "/" is outside the code alphabet, so the two forms never meet. */
function cacheKey(domain: string, code: string): string {
  return domain === "" ? code : `${domain}/${code}`;
}

function isCurrent<Answer>(options: ResolverOptions<Answer>, entry: CacheEntry<Answer>): boolean {
  if (options.silenceMs() >= options.maxSilenceMs) return false;
  return entry.found !== null || options.monotonicMs() - entry.readAt < options.maxUnknownMs;
}

/** A read that was overtaken by a newer one must not bring the older state back. */
function fill<Answer>(cache: MemoryCache<Answer>, key: string, entry: CacheEntry<Answer>): void {
  const present = cache.get(key)?.found?.target.version ?? 0;
  if (present > (entry.found?.target.version ?? present)) return;
  cache.put(key, entry);
}

async function serveDeaf<Answer>(
  { options, counts }: State<Answer>,
  key: string,
  error: unknown,
): Promise<Found<Answer>> {
  const found = options.cache.get(key)?.found;
  const mayServe = found !== undefined && found !== null && options.silenceMs() < options.deafLimitMs;
  if (!(error instanceof StoreError) || !mayServe) throw error;
  counts.deafHits += 1;
  return found;
}
