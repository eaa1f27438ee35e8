import type { LinkRef } from "../click-store.ts";
import type { ReportRequest, TopReport } from "./click-reports.ts";
import { inTime } from "./in-time.ts";
import { findPeriod } from "./period.ts";
import { classesOf, type ReportOptions } from "./report-options.ts";

type TopRequest = ReportRequest & { readonly among: readonly LinkRef[] | undefined; readonly limit: number };

/** Finds the links with the most clicks in a period. */
export async function topLinks({ counts, now, deadlineMs }: ReportOptions, request: TopRequest): Promise<TopReport> {
  const { among, limit } = request;
  const period = findPeriod(request, now());
  const query = { from: period.from, to: period.to, classes: classesOf(request.class), among, limit };
  // Nobody's links have no clicks, and a store needs not look for them.
  const top = among?.length === 0 ? [] : counts.top(query);
  const [links, { asOf }] = await inTime(Promise.all([top, counts.totals([])]), deadlineMs);
  return { period, links, asOf };
}
