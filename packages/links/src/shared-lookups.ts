import type { LinkEvent } from "./link-event.ts";
import type { LinkChange, LinkStore } from "./link-store.ts";
import { linkTarget, type LinkKey, type LinkTarget } from "./link.ts";
import { createSharedBreaker, type SharedBreaker } from "./shared-breaker.ts";
import type { SharedCache } from "./shared-cache.ts";
import { createVersionFloors, type VersionFloors } from "./version-floors.ts";

export type SharedLookupsOptions = {
  readonly shared: SharedCache;
  readonly store: Pick<LinkStore, "findTarget">;
  /** Whether the cache follows the store's log of changes; see `SharedFollower`. */
  readonly isTrusted: () => boolean;
  /** The store is asked when the cache has not answered by then. */
  readonly deadlineMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
};

/** Looks links up in the cache that all nodes share before it asks the store; the cache may fail in any way. */
export interface SharedLookups extends Pick<LinkStore, "findTarget"> {
  /** Some node changed a link: what the cache has of older versions is no longer believed. */
  hear(change: LinkChange): void;
  /** This node made or changed a link: others will find it. */
  tell(event: LinkEvent): void;
  stats(): SharedLookupsStats;
}

export type SharedLookupsStats = {
  readonly lookups: Readonly<Record<"hit" | "miss" | "failed" | "bypassed", number>>;
  readonly writes: Readonly<Record<"done" | "failed" | "dropped", number>>;
};

/** Links that were changed lately, and links that were made lately here; what was longer ago the cache has heard. */
const maxFloors = 10_000;
/** Lookups and writes under way; a Redis that is slow must not fill the memory. */
const maxUnderWay = 1_000;
/** What was read so long ago is not told to others: the floor that would refuse it may be gone by the time it is there. */
const maxFillAgeMs = 5_000;

type State = {
  readonly options: SharedLookupsOptions;
  readonly breaker: SharedBreaker;
  readonly changed: VersionFloors;
  /** Apart, so that a flood of creations cannot push out what is known of changes. */
  readonly created: VersionFloors;
  readonly lookups: { hit: number; miss: number; failed: number; bypassed: number };
  readonly writes: { done: number; failed: number; dropped: number };
  underWay: { lookups: number; writes: number };
};

export function createSharedLookups(options: SharedLookupsOptions): SharedLookups {
  const { store, monotonicMs } = options;
  const state: State = {
    options,
    breaker: createSharedBreaker(monotonicMs),
    changed: createVersionFloors({ maxKeys: maxFloors, monotonicMs }),
    created: createVersionFloors({ maxKeys: maxFloors, monotonicMs }),
    lookups: { hit: 0, miss: 0, failed: 0, bypassed: 0 },
    writes: { done: 0, failed: 0, dropped: 0 },
    underWay: { lookups: 0, writes: 0 },
  };
  return {
    findTarget(key) {
      if (mayAsk(state)) return find(state, key);
      state.lookups.bypassed += 1;
      return store.findTarget(key);
    },
    hear: (change) => state.changed.raise(change, change.version),
    tell(event) {
      if (event.kind === "unknown") {
        state.changed.raise(event.key, 0);
        return;
      }
      const { link, kind } = event;
      state[kind].raise(link, link.version);
      put(state, link, linkTarget(link));
    },
    stats: () => ({ lookups: { ...state.lookups }, writes: { ...state.writes } }),
  };
}

function mayAsk({ options, breaker, underWay }: State): boolean {
  const isFree = underWay.lookups < maxUnderWay && options.shared.isConnected();
  return isFree && options.isTrusted() && breaker.mayAsk();
}

async function find(state: State, key: LinkKey): Promise<LinkTarget | undefined> {
  const { store, monotonicMs } = state.options;
  const known = await ask(state, key);
  if (known !== undefined && isCurrent(state, key, known)) {
    state.lookups.hit += 1;
    return known ?? undefined;
  }
  state.lookups.miss += 1;
  const readAtMs = monotonicMs();
  const target = await store.findTarget(key);
  if (monotonicMs() - readAtMs < maxFillAgeMs && isCurrent(state, key, target ?? null)) put(state, key, target ?? null);
  return target;
}

/** Undefined when the cache does not know, or not in time. */
async function ask(state: State, key: LinkKey): Promise<LinkTarget | null | undefined> {
  const { options, breaker, underWay, lookups } = state;
  const { promise, resolve } = Promise.withResolvers<LinkTarget | null | undefined>();
  const fail = (): void => {
    lookups.failed += 1;
    breaker.failed();
    resolve(undefined);
  };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    fail();
  }, options.deadlineMs);
  underWay.lookups += 1;
  const settle = (take: () => void): void => {
    underWay.lookups -= 1;
    clearTimeout(timer);
    if (!isLate) take();
  };
  options.shared.get(key).then(
    (target) =>
      settle(() => {
        breaker.worked();
        resolve(target);
      }),
    () => settle(fail),
  );
  return promise;
}

function isCurrent({ changed, created }: State, key: LinkKey, target: LinkTarget | null): boolean {
  return (target?.version ?? 0) >= Math.max(changed.of(key), created.of(key));
}

function put(state: State, key: LinkKey, target: LinkTarget | null): void {
  const { underWay, writes, breaker } = state;
  const { shared, monotonicMs, deadlineMs } = state.options;
  if (underWay.writes >= maxUnderWay || !mayAsk(state)) {
    writes.dropped += 1;
    return;
  }
  underWay.writes += 1;
  const begunAtMs = monotonicMs();
  shared.put(key, target).then(
    () => {
      underWay.writes -= 1;
      writes.done += 1;
      // It may have been the one trial of a cache that is left alone. Where it was late, a lookup would be, too.
      if (monotonicMs() - begunAtMs < deadlineMs) breaker.worked();
    },
    () => {
      underWay.writes -= 1;
      writes.failed += 1;
      breaker.failed();
    },
  );
}
