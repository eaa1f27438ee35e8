import type { LinkCount } from "@narrows/clicks";
import { topQuery } from "../schemas/stats-query-schemas.ts";
import { topSchema } from "../schemas/stats-schemas.ts";
import type { Site } from "../site.ts";
import { clicksOf, hostOf, instantJson, periodJson, reportProblems, reportRequest } from "./click-report.ts";
import { listOwnLinks, type OwnLinks } from "./own-links.ts";
import { defineRoute, requesterOf, type Service } from "./route.ts";

/** Finds the links with the most clicks. */
export const topLinksRoute = defineRoute({
  method: "GET",
  url: "/v1/stats/top",
  access: "stats:read",
  limit: "read",
  query: topQuery,
  operation: {
    operationId: "getTopLinks",
    tag: "Clicks",
    summary: "The links with the most clicks",
    description:
      "Lists your links by their clicks in a period, those with the most first: among your newest 5,000. An administrator's key lists everyone's, among all.",
    answers: { 200: { description: "The links.", schema: topSchema } },
    problems: [...reportProblems],
  },
  async handle(call, service) {
    const clicks = clicksOf(service);
    const { class: counted = "human", limit = "10" } = call.query;
    const own = await candidates(call, service);
    const request = { ...reportRequest(call), among: own?.keys, limit: Number(limit) };
    const { period, links, asOf } = await clicks.top(request);
    const rows = links.map((link) => rowJson(link, service.site));
    const answer = { ...periodJson(period), class: counted, links: rows, isComplete: own?.isComplete ?? true };
    return { status: 200, body: JSON.stringify({ ...answer, asOf: instantJson(asOf) }) };
  },
});

/** Undefined: every link there is. */
async function candidates(
  call: Parameters<typeof requesterOf>[0],
  { links }: Pick<Service, "links">,
): Promise<OwnLinks | undefined> {
  const requester = requesterOf(call);
  // An administrator's key may be one of a single domain.
  return requester.isAdmin && requester.domain === null ? undefined : listOwnLinks(links, requester);
}

function rowJson({ domain, code, clicks }: LinkCount, site: Site) {
  return { shortCode: code, domain: hostOf(domain, site), shortUrl: `${site.origin(domain)}/${code}`, clicks };
}
