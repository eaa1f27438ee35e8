import type { ChangeFeed, MemoryCache, Resolver } from "@narrows/links";
import type { Metrics } from "@narrows/service";

/** Shows what the memory in front of the store holds and how often it helped. */
export function registerCacheMetrics(
  metrics: Metrics,
  resolver: Pick<Resolver<unknown>, "stats">,
  cache: Pick<MemoryCache<unknown>, "stats">,
): void {
  const results = { result: ["hit", "miss", "deaf"] } as const;
  metrics.counterFrom("narrows_cache_lookups_total", "Lookups in memory by result.", results, () => {
    const { hits, misses, deafHits } = resolver.stats();
    return [
      { labels: { result: "hit" }, value: hits },
      { labels: { result: "miss" }, value: misses },
      { labels: { result: "deaf" }, value: deafHits },
    ];
  });
  metrics.gaugeFrom("narrows_cache_entries", "Entries in memory by kind.", { kind: ["link", "unknown"] }, () => {
    const { links, unknown } = cache.stats();
    return [
      { labels: { kind: "link" }, value: links },
      { labels: { kind: "unknown" }, value: unknown },
    ];
  });
  metrics.gaugeFrom(
    "narrows_cache_bytes",
    "Bytes that cached links take, as estimated.",
    {},
    () => cache.stats().bytes,
  );
  metrics.counterFrom(
    "narrows_cache_refused_total",
    "Links that were read and not let into full memory, for they were asked for once only.",
    {},
    () => cache.stats().refused,
  );
}

/** Shows how late what is remembered may be. */
export function registerFeedMetrics(metrics: Metrics, { silenceMs }: Pick<ChangeFeed, "silenceMs">): void {
  metrics
    .across("max")
    .gaugeFrom(
      "narrows_change_feed_silence_seconds",
      "How long ago this node last knew of every change by other processes; from 1 on it asks the store.",
      {},
      () => silenceMs() / 1000,
    );
}
