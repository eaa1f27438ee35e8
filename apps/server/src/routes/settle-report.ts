import type { Report, Requester } from "@narrows/links";
import { ApiError } from "../problems/index.ts";
import type { Reports } from "../safety/reports.ts";
import { noQuery } from "../schemas/query-schemas.ts";
import { reportParams, settledSchema, settleSchema } from "../schemas/report-schemas.ts";
import { bodyProblems, changeStoreProblems, keyProblems, queryProblems } from "./documented-problems.ts";
import { edgeDelayHeader, edgeDelayHeaders } from "./edge-delay-header.ts";
import { defineRoute, requesterOf } from "./route.ts";
import { unheardHeader, unheardHeaders } from "./unheard-header.ts";

/** Ends what was reported, one way or the other. */
export const settleReportRoute = defineRoute({
  method: "POST",
  url: "/v1/reports/:id/settle",
  access: "links:moderate",
  limit: "change",
  params: reportParams,
  query: noQuery,
  body: settleSchema,
  operation: {
    operationId: "settleReport",
    tag: "Moderation",
    summary: "Settle a report",
    description:
      "Dismisses one report, or quarantines its link and settles every report of that link. `Narrows-Unheard` names nodes that may not know of the quarantine yet.",
    answers: {
      200: {
        description: "The report is settled.",
        schema: settledSchema,
        headers: { ...unheardHeaders, ...edgeDelayHeaders },
      },
    },
    problems: [
      ...bodyProblems,
      ...keyProblems,
      ...queryProblems,
      "REPORT_NOT_FOUND",
      "LINK_NOT_FOUND",
      "LINK_DELETED",
      "LINK_FORGOTTEN",
      ...changeStoreProblems,
    ],
  },
  async handle(call, { reports, links, edge }) {
    const requester = requesterOf(call);
    const { action, reason } = call.body;
    if (action === "dismiss" && reason !== undefined) throw new ApiError("INVALID_VALUE", reasonWithoutQuarantine);
    const report = await findReport(reports, call.params.id, requester);
    if (action === "dismiss") {
      if (!(await reports.dismiss(report.id))) throw new ApiError("REPORT_NOT_FOUND");
      return { status: 200, body: '{"settled":1}' };
    }
    const key = { domain: report.domain, code: report.code };
    const { unheard } = await links.quarantine(key, reason ?? `report: ${report.category}`, requester);
    const settled = await reports.settleAll(report);
    const headers = { ...unheardHeader(unheard), ...edgeDelayHeader(edge) };
    return { status: 200, body: JSON.stringify({ settled }), headers };
  },
});

/** It would be kept nowhere, and whoever wrote it would believe that it is. */
const reasonWithoutQuarantine = {
  field: "reason",
  mend: {
    en: "It is kept with a quarantine alone: leave it out, or use the action quarantine.",
    ko: "사유는 격리할 때만 남습니다. 빼거나 action을 quarantine으로 바꾸세요.",
  },
} as const;

/** @throws {ApiError} `REPORT_NOT_FOUND`, also of a domain that the key may not use. */
async function findReport(reports: Pick<Reports, "find">, id: string, { domain }: Requester): Promise<Report> {
  const report = /^[0-9]{1,15}$/.test(id) ? await reports.find(Number(id)) : undefined;
  if (report === undefined || (domain !== null && domain !== report.domain)) throw new ApiError("REPORT_NOT_FOUND");
  return report;
}
