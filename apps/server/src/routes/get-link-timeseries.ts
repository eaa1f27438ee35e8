import { setImmediate as nextTurn } from "node:timers/promises";
import { formatLocal, type Series } from "@narrows/clicks";
import { codeParams } from "../schemas/query-schemas.ts";
import { timeseriesQuery } from "../schemas/stats-query-schemas.ts";
import { timeseriesSchema } from "../schemas/stats-schemas.ts";
import {
  clicksOf,
  instantJson,
  linkClickProblems,
  periodJson,
  periodProblems,
  reportedLink,
  reportRequest,
} from "./click-report.ts";
import { defineRoute } from "./route.ts";

/** Counts the clicks of one link by time. */
export const linkTimeseriesRoute = defineRoute({
  method: "GET",
  url: "/v1/urls/:code/timeseries",
  access: "stats:read",
  limit: "read",
  params: codeParams,
  query: timeseriesQuery,
  operation: {
    operationId: "getLinkTimeseries",
    tag: "Clicks",
    summary: "Clicks of a link by time",
    description:
      "Counts the clicks of one of your links in each minute, quarter-hour, hour, day, week or month of a period, on the clocks of a zone: a day may have 23 or 25 hours.",
    answers: { 200: { description: "The counts.", schema: timeseriesSchema } },
    problems: [...linkClickProblems, ...periodProblems, "BUCKETS_TOO_MANY", "CLICKS_NOT_KEPT"],
  },
  async handle(call, service) {
    const clicks = clicksOf(service);
    const { key, ...link } = await reportedLink(call, service);
    const { class: counted = "human", compare, grain } = call.query;
    const request = { ...reportRequest(call), compare: compare !== undefined, grain };
    const report = await clicks.series(key, request);
    const { previous } = report;
    const current = seriesJson(report);
    // Thousands of buckets take milliseconds to be written, in which nobody is redirected.
    await nextTurn();
    const answer = {
      ...link,
      ...current,
      class: counted,
      grain: report.grain,
      asOf: instantJson(report.asOf),
      ...(previous === undefined ? {} : { previous: seriesJson(previous) }),
    };
    return { status: 200, body: JSON.stringify(answer) };
  },
});

function seriesJson({ period, buckets }: Series) {
  const rows = buckets.map((bucket) => ({ ...bucket, from: formatLocal(bucket.from, period.zone) }));
  return { ...periodJson(period), buckets: rows };
}
