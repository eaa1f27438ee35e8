import type { Metrics } from "@narrows/service";
import type { StoreArchive } from "../store-archive.ts";

/** Shows whether expired links leave the store in time; of several workers one archives. */
export function registerArchiveMetrics(metrics: Metrics, { stats }: Pick<StoreArchive, "stats">): void {
  metrics.counterFrom(
    "narrows_archived_links_total",
    "Expired links whose contents this node has moved to the archive.",
    {},
    () => stats().archived,
  );
  metrics.counterFrom(
    "narrows_archive_dropped_months_total",
    "Months of the archive that this node has dropped.",
    {},
    () => stats().droppedMonths,
  );
  metrics.counterFrom(
    "narrows_archive_failed_rounds_total",
    "Rounds of the archive that failed; the next one goes on.",
    {},
    () => stats().failedRounds,
  );
  metrics.across("max").gaugeFrom("narrows_archive_months", "Months that the archive keeps.", {}, () => stats().months);
  metrics
    .across("max")
    .gaugeFrom(
      "narrows_archive_lag_seconds",
      "How long expired links have been due at most that are not archived; of several nodes the least counts.",
      {},
      () => stats().lagMs / 1000,
    );
}
