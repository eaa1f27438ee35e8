import { codeParams, domainQuery } from "../schemas/query-schemas.ts";
import { changeStoreProblems, ifMatchProblems, keyProblems, queryProblems } from "./documented-problems.ts";
import { linkKey } from "./link-key.ts";
import { defineRoute, requesterOf } from "./route.ts";

/** Ends a link for good. */
export const deleteLinkRoute = defineRoute({
  method: "DELETE",
  url: "/v1/urls/:code",
  access: "links:write",
  limit: "change",
  takesIfMatch: true,
  params: codeParams,
  query: domainQuery,
  operation: {
    operationId: "deleteLink",
    tag: "Links",
    summary: "Delete a link",
    description: "From now on the link answers 410. Its code is never given out again.",
    answers: { 204: { description: "The link is deleted." } },
    problems: [
      ...keyProblems,
      ...queryProblems,
      "BODY_UNEXPECTED",
      "DOMAIN_UNKNOWN",
      "LINK_NOT_FOUND",
      "LINK_DELETED",
      "LINK_QUARANTINED",
      ...ifMatchProblems,
      ...changeStoreProblems,
    ],
  },
  async handle(call, { links, site }) {
    const requester = requesterOf(call);
    await links.delete(linkKey(call.params, call.query, requester, site), requester, call.versions);
    return { status: 204 };
  },
});
