import type { Report } from "@narrows/links";
import { reportsQuery, reportsSchema } from "../schemas/report-schemas.ts";
import type { Site } from "../site.ts";
import { keyProblems, queryProblems, storeProblems } from "./documented-problems.ts";
import { defineRoute, requesterOf } from "./route.ts";

/** Lists what was reported and waits for a moderator. */
export const listReportsRoute = defineRoute({
  method: "GET",
  url: "/v1/reports",
  access: "links:moderate",
  limit: "read",
  query: reportsQuery,
  operation: {
    operationId: "listReports",
    tag: "Moderation",
    summary: "List reports",
    description: "Lists the reports that wait for a moderator, oldest first. Pass each page's cursor on.",
    answers: { 200: { description: "One page of reports.", schema: reportsSchema } },
    problems: [...keyProblems, ...queryProblems, ...storeProblems],
  },
  async handle(call, { reports, site }) {
    const { cursor = "0", limit = "50" } = call.query;
    const { domain } = requesterOf(call);
    // One more than asked for tells whether another page follows.
    const query = { domain: domain ?? undefined, after: Number(cursor), limit: Number(limit) + 1 };
    const found = await reports.list(query);
    const page = found.slice(0, Number(limit));
    const next = found.length > page.length ? String(page.at(-1)?.id ?? 0) : null;
    return {
      status: 200,
      body: JSON.stringify({ reports: page.map((report) => reportJson(report, site)), cursor: next }),
    };
  },
});

function reportJson(
  { id, domain, code, category, text, reportedAt }: Report,
  { defaultHost }: Pick<Site, "defaultHost">,
) {
  return {
    id: String(id),
    shortCode: code,
    domain: domain === "" ? defaultHost : domain,
    category,
    text,
    reportedAt: new Date(reportedAt).toISOString(),
  };
}
