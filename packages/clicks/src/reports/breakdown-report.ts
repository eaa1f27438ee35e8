import type { LinkRef } from "../click-store.ts";
import type { ClickDimension } from "../click.ts";
import type { BreakdownReport, ReportRequest } from "./click-reports.ts";
import { inTime } from "./in-time.ts";
import { findPeriod } from "./period.ts";
import { classesOf, clicksOf, type ReportOptions } from "./report-options.ts";

type BreakdownRequest = ReportRequest & { readonly dimension: ClickDimension; readonly limit: number };

/** Counts the clicks of a period by one of their dimensions. */
export async function breakDown(
  { counts, now, deadlineMs }: ReportOptions,
  link: LinkRef,
  request: BreakdownRequest,
): Promise<BreakdownReport> {
  const { dimension, limit } = request;
  const period = findPeriod(request, now());
  const query = { from: period.from, to: period.to, link };
  const [values, whole, { asOf }] = await inTime(
    Promise.all([
      counts.breakdown({ ...query, dimension, classes: classesOf(request.class), limit }),
      counts.counts(query),
      counts.totals([]),
    ]),
    deadlineMs,
  );
  return { period, dimension, values, clicks: clicksOf(whole.clicks, request.class), asOf };
}
