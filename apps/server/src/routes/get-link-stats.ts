import type { PeriodCounts } from "@narrows/clicks";
import { codeParams } from "../schemas/query-schemas.ts";
import { statsQuery } from "../schemas/stats-query-schemas.ts";
import { statsSchema } from "../schemas/stats-schemas.ts";
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

/** Counts the clicks of one link. */
export const linkStatsRoute = defineRoute({
  method: "GET",
  url: "/v1/urls/:code/stats",
  access: "stats:read",
  limit: "read",
  params: codeParams,
  query: statsQuery,
  operation: {
    operationId: "getLinkStats",
    tag: "Clicks",
    summary: "Clicks of a link",
    description:
      "Counts the clicks of one of your links in a period, by class, and their visitors. A link that was deleted keeps its counts.",
    answers: { 200: { description: "The counts.", schema: statsSchema } },
    problems: [...linkClickProblems, ...periodProblems],
  },
  async handle(call, service) {
    const clicks = clicksOf(service);
    const { key, ...link } = await reportedLink(call, service);
    const { class: counted = "human", compare } = call.query;
    const report = await clicks.totals(key, { ...reportRequest(call), compare: compare !== undefined });
    const { previous, total } = report;
    const answer = {
      ...link,
      ...countsJson(report),
      class: counted,
      clickCount: { clicks: total.clicks, asOf: instantJson(total.asOf) },
      ...(previous === undefined ? {} : { previous: countsJson(previous) }),
    };
    return { status: 200, body: JSON.stringify(answer) };
  },
});

function countsJson({ period, clicks, byClass, visitors }: PeriodCounts) {
  return { ...periodJson(period), clicks, byClass, visitors };
}
