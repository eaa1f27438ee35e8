import { randomInt } from "node:crypto";
import {
  createChangeFeed,
  createMemoryCache,
  createResolver,
  type ChangeFeed,
  type LinkChange,
  type LinkStore,
  type Resolver,
} from "@narrows/links";
import type { Metrics } from "@narrows/service";
import type { Clocks } from "./clocks.ts";
import type { ServerConfig } from "./config.ts";
import { registerCacheMetrics, registerFeedMetrics } from "./metrics/cache-metrics.ts";
import { redirectAnswer, type RedirectAnswer } from "./redirect-answer.ts";

/** Codes that no link has are remembered too, in a place of their own. */
const maxUnknownCodes = 10_000;

/** A link that another process creates is followed here after this long at the latest. */
const maxUnknownMs = 1_000;

/** What bounds, on a node that hears, how late a change by another process is seen; the promise is 1 s. */
const pollMs = 250;

/** A node that has heard of no change and no absence of one for this long asks the store at every redirect. */
export const maxSilenceMs = 1_000;

/** Memory in front of the store, and what keeps it true. */
export type CachedResolver = {
  readonly resolver: Resolver<RedirectAnswer>;
  /** To be started before the first redirect. */
  readonly feed: ChangeFeed;
};

export type CachedResolverOptions = {
  readonly config: ServerConfig;
  readonly store: Pick<LinkStore, "findTarget" | "lastChange" | "changesAfter">;
  readonly metrics: Metrics;
  readonly clocks: Clocks;
  /** What a redirect says of outside copies; see `EdgeCaching`. */
  readonly cacheControl: string;
  /** Told that a link was changed by some process. */
  readonly onHeard: (change: LinkChange) => void;
  /** Told of what only an operator can mend. */
  readonly onFault: (error: unknown) => void;
};

/** Puts memory in front of the store, as configured. */
export function createCachedResolver(options: CachedResolverOptions): CachedResolver {
  const { config, store, metrics, onFault } = options;
  const { monotonicMs } = options.clocks;
  const cache = createMemoryCache<RedirectAnswer>({
    maxBytes: config.cacheSizeBytes,
    maxUnknown: maxUnknownCodes,
    seed: randomInt(2 ** 32),
  });
  const feed = createChangeFeed({
    store,
    pollMs,
    monotonicMs,
    onChange(change) {
      // First: what is forgotten may be asked for at once.
      options.onHeard(change);
      resolver.drop(change);
    },
    onGap: () => resolver.dropAll(),
    onError: onFault,
  });
  const resolver = createResolver<RedirectAnswer>({
    store,
    cache,
    prepare: (target) => redirectAnswer(target, options.cacheControl),
    silenceMs: feed.silenceMs,
    maxSilenceMs,
    deafLimitMs: config.deafLimitMs,
    maxUnknownMs,
    monotonicMs,
  });
  registerCacheMetrics(metrics, resolver, cache);
  registerFeedMetrics(metrics, feed);
  return { resolver, feed };
}
