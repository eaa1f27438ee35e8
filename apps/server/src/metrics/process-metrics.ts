import type { Metrics } from "@narrows/service";
import type { CutReason } from "../http/cuts.ts";

/** What the program counts outside the requests that it answers. */
export type ProcessCounts = {
  readonly droppedLogLines: () => number;
  readonly cutConnections: () => Readonly<Record<CutReason, number>>;
};

/** Shows what was given up to keep the service going. */
export function registerProcessMetrics(metrics: Metrics, counts: ProcessCounts): void {
  metrics.counterFrom(
    "narrows_dropped_log_lines_total",
    "Lines of the log that could not be written: a full disk, or a reader that stalls.",
    {},
    counts.droppedLogLines,
  );
  metrics.counterFrom(
    "narrows_cut_connections_total",
    "Connections that were cut by reason: too many requests sent ahead, or answers left unread.",
    { reason: ["ahead", "unread"] },
    () =>
      Object.entries(counts.cutConnections()).map(([reason, value]) => ({
        labels: { reason: reason as CutReason },
        value,
      })),
  );
}
