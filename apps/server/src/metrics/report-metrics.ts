import type { Metrics } from "@narrows/service";

const settlements = ["dismissed", "quarantined"] as const;

export type ReportMetrics = {
  /** Told whether a report was kept. */
  readonly onTaken: (isKept: boolean) => void;
  readonly onSettled: (how: (typeof settlements)[number], count: number) => void;
};

/**
 * Shows what becomes of reports.
 *
 * @param countOpen Reads how many wait, of all nodes.
 */
export function createReportMetrics(metrics: Metrics, countOpen: () => Promise<number>): ReportMetrics {
  const counts = { kept: 0, dropped: 0, dismissed: 0, quarantined: 0 };
  let open = 0;
  metrics.counterFrom(
    "narrows_reports_total",
    "Reports that came in: kept, or dropped because there is no such link or there are enough.",
    { result: ["kept", "dropped"] },
    () => (["kept", "dropped"] as const).map((result) => ({ labels: { result }, value: counts[result] })),
  );
  metrics.counterFrom(
    "narrows_reports_settled_total",
    "Reports that moderators settled, by dismissal or quarantine.",
    { how: settlements },
    () => settlements.map((how) => ({ labels: { how }, value: counts[how] })),
  );
  metrics
    .across("max")
    .gaugeFrom("narrows_reports_open", "Reports that wait for a moderator, as of the scrape before.", {}, () => {
      // The store answers later; a store that does not is seen elsewhere.
      void countOpen().then(
        (count) => (open = count),
        () => undefined,
      );
      return open;
    });
  return {
    onTaken: (isKept) => (counts[isKept ? "kept" : "dropped"] += 1),
    onSettled: (how, count) => (counts[how] += count),
  };
}
