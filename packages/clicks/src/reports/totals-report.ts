import type { LinkRef } from "../click-store.ts";
import type { ComparedRequest, PeriodCounts, TotalsReport } from "./click-reports.ts";
import { inTime } from "./in-time.ts";
import { findPeriod, type Period } from "./period.ts";
import { previousPeriod } from "./previous-period.ts";
import { clicksOf, type ReportOptions } from "./report-options.ts";

/** Counts the clicks of a period, and of the one before it. */
export async function countTotals(
  options: ReportOptions,
  link: LinkRef,
  request: ComparedRequest,
): Promise<TotalsReport> {
  const { counts, now, deadlineMs } = options;
  const period = findPeriod(request, now());
  const count = async (counted: Period): Promise<PeriodCounts> => {
    const { clicks, visitors } = await counts.counts({ from: counted.from, to: counted.to, link });
    return { period: counted, clicks: clicksOf(clicks, request.class), byClass: clicks, visitors };
  };
  const [current, previous, totals] = await inTime(
    Promise.all([count(period), request.compare ? count(previousPeriod(period)) : undefined, counts.totals([link])]),
    deadlineMs,
  );
  const [clicks = 0] = totals.clicks;
  return { ...current, previous, total: { clicks, asOf: totals.asOf } };
}
