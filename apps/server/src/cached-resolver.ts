import { createMemoryCache, createResolver, type LinkStore, type Resolver } from "@narrows/links";
import type { Metrics } from "@narrows/service";
import type { Clocks } from "./clocks.ts";
import type { ServerConfig } from "./config.ts";
import { registerCacheMetrics } from "./metrics/cache-metrics.ts";
import { redirectAnswer, type RedirectAnswer } from "./redirect-answer.ts";

/** Codes that no link has are remembered too, in a place of their own. */
const maxUnknownCodes = 10_000;

/** Puts memory in front of the store, as configured. */
export function createCachedResolver(
  config: ServerConfig,
  store: Pick<LinkStore, "findTarget">,
  metrics: Metrics,
  { monotonicMs }: Clocks,
): Resolver<RedirectAnswer> {
  const cache = createMemoryCache<RedirectAnswer>({ maxBytes: config.cacheSizeBytes, maxUnknown: maxUnknownCodes });
  const resolver = createResolver({
    store,
    cache,
    prepare: redirectAnswer,
    maxAgeMs: config.cacheMaxAgeMs,
    deafLimitMs: config.deafLimitMs,
    monotonicMs,
  });
  registerCacheMetrics(metrics, resolver, cache);
  return resolver;
}
