import { codeParams } from "../schemas/query-schemas.ts";
import { breakdownQuery } from "../schemas/stats-query-schemas.ts";
import { breakdownSchema } from "../schemas/stats-schemas.ts";
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

/** Counts the clicks of one link by what is known of them. */
export const linkBreakdownRoute = defineRoute({
  method: "GET",
  url: "/v1/urls/:code/breakdown",
  access: "stats:read",
  limit: "read",
  params: codeParams,
  query: breakdownQuery,
  operation: {
    operationId: "getLinkBreakdown",
    tag: "Clicks",
    summary: "Clicks of a link by country, referrer, device …",
    description: "Counts the clicks of one of your links by one dimension, the most frequent values first.",
    answers: { 200: { description: "The counts.", schema: breakdownSchema } },
    problems: [...linkClickProblems, ...periodProblems],
  },
  async handle(call, service) {
    const clicks = clicksOf(service);
    const { key, ...link } = await reportedLink(call, service);
    const { class: counted = "human", dimension, limit = "10" } = call.query;
    const request = { ...reportRequest(call), dimension, limit: Number(limit) };
    const { period, values, clicks: all, asOf } = await clicks.breakdown(key, request);
    const answer = { ...link, ...periodJson(period), class: counted, dimension, values, clicks: all };
    return { status: 200, body: JSON.stringify({ ...answer, asOf: instantJson(asOf) }) };
  },
});
