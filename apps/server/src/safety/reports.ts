import type { LinkKey, Report, ReportStore } from "@narrows/links";
import type { Metrics } from "@narrows/service";
import { createReportMetrics } from "../metrics/report-metrics.ts";

/** What people report, for as long as a moderator has not settled it. */
export interface Reports {
  /** Keeps a report where there is room and such a link; who reports is not told which. */
  take(report: Omit<Report, "id" | "reportedAt">): Promise<void>;
  list(query: Parameters<ReportStore["list"]>[0]): Promise<readonly Report[]>;
  find(id: number): Promise<Report | undefined>;
  /** False: it is settled already. */
  dismiss(id: number): Promise<boolean>;
  /** Settles every report of a link; gives how many there were. */
  settleAll(key: LinkKey): Promise<number>;
}

export type ReportsOptions = {
  readonly store: ReportStore;
  readonly metrics: Metrics;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** One link needs no more, and all of them together stay small beside the links. */
const limits = { total: 10_000, perLink: 10 };

/** Binds reports to their store. */
export function createReports({ store, metrics, now }: ReportsOptions): Reports {
  const { onTaken, onSettled } = createReportMetrics(metrics, () => store.count());
  return {
    async take(report) {
      onTaken(await store.add({ ...report, reportedAt: now() }, limits));
    },
    list: (query) => store.list(query),
    find: (id) => store.find(id),
    async dismiss(id) {
      const isSettled = await store.remove(id);
      if (isSettled) onSettled("dismissed", 1);
      return isSettled;
    },
    async settleAll(key) {
      const count = await store.removeOf(key);
      onSettled("quarantined", count);
      return count;
    },
  };
}
