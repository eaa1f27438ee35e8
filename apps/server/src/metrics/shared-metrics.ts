import type { SharedLookups } from "@narrows/links";
import type { Metrics } from "@narrows/service";

const lookupResults = ["hit", "miss", "failed", "bypassed"] as const;
const writeResults = ["done", "failed", "dropped"] as const;

/** Shows how often the cache that all nodes share helped, and whether it may. */
export function registerSharedMetrics(
  metrics: Metrics,
  lookups: Pick<SharedLookups, "stats"> | undefined,
  isTrusted: () => boolean,
): void {
  metrics.counterFrom(
    "narrows_shared_cache_lookups_total",
    "Lookups that memory could not answer: found in Redis or not; failed there or late, and then a miss too; bypassed while Redis is left alone.",
    { result: lookupResults },
    () => lookupResults.map((result) => ({ labels: { result }, value: lookups?.stats().lookups[result] ?? 0 })),
  );
  metrics.counterFrom(
    "narrows_shared_cache_writes_total",
    "Links told to Redis: done, failed, or dropped because Redis is left alone or slow.",
    { result: writeResults },
    () => writeResults.map((result) => ({ labels: { result }, value: lookups?.stats().writes[result] ?? 0 })),
  );
  metrics
    .across("min")
    .gaugeFrom(
      "narrows_shared_cache_trusted",
      "1 when Redis follows the log of changes within a second; 0 when not, or without Redis.",
      {},
      () => (isTrusted() ? 1 : 0),
    );
}
