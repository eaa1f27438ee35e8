import { codeParams, domainQuery } from "../schemas/query-schemas.ts";
import { countedLinkSchema } from "../schemas/stats-schemas.ts";
import { countedLinks } from "./counted-links.ts";
import { keyProblems, queryProblems, storeProblems } from "./documented-problems.ts";
import { tagHeader } from "./link-answer.ts";
import { linkKey } from "./link-key.ts";
import { defineRoute, requesterOf } from "./route.ts";

/** Shows one link. */
export const getLinkRoute = defineRoute({
  method: "GET",
  url: "/v1/urls/:code",
  access: "links:read",
  limit: "read",
  params: codeParams,
  query: domainQuery,
  operation: {
    operationId: "getLink",
    tag: "Links",
    summary: "Show a link",
    description:
      "Shows one of your links; an administrator's key shows everyone's. Other people's links are 404. `clickCount` changes without the version.",
    answers: { 200: { description: "The link.", schema: countedLinkSchema } },
    problems: [
      ...keyProblems,
      ...queryProblems,
      "DOMAIN_UNKNOWN",
      "LINK_NOT_FOUND",
      "LINK_DELETED",
      "LINK_FORGOTTEN",
      ...storeProblems,
    ],
  },
  async handle(call, service) {
    const { links, site } = service;
    const requester = requesterOf(call);
    const link = await links.get(linkKey(call.params, call.query, requester, site), requester);
    const body = (await countedLinks([link], service, requester)).join("");
    return { status: 200, body, headers: tagHeader(link) };
  },
});
