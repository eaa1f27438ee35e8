import { isCode } from "@narrows/links";
import { noQuery } from "../schemas/query-schemas.ts";
import { receivedSchema, reportSchema } from "../schemas/report-schemas.ts";
import { bodyProblems, changeStoreProblems, queryProblems } from "./documented-problems.ts";
import { defineRoute } from "./route.ts";

/** Takes what anybody says of a link. */
export const createReportRoute = defineRoute({
  method: "POST",
  url: "/v1/reports",
  access: "public",
  limit: "report",
  query: noQuery,
  body: reportSchema,
  operation: {
    operationId: "createReport",
    tag: "Moderation",
    summary: "Report a link",
    description:
      "Tells the moderators that a link is harmful; no key is needed. The answer is the same whether or not there is such a link.",
    answers: { 202: { description: "The report has come.", schema: receivedSchema } },
    problems: [...bodyProblems, ...queryProblems, "KEY_INVALID", "RATE_LIMITED", ...changeStoreProblems],
  },
  async handle({ body }, { reports, site }) {
    const { shortCode, category, text = null } = body;
    const domain = body.domain === undefined ? "" : site.namedDomain(body.domain);
    // What can be no link of ours is told apart by nobody: unknown codes go the same way as known ones.
    if (domain !== undefined && isCode(shortCode)) await reports.take({ domain, code: shortCode, category, text });
    return { status: 202, body: '{"status":"received"}' };
  },
});
