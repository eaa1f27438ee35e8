import { codeParams, domainQuery } from "../schemas/query-schemas.ts";
import { changeStoreProblems, ifMatchProblems, keyProblems, queryProblems } from "./documented-problems.ts";
import { edgeDelayHeader, edgeDelayHeaders } from "./edge-delay-header.ts";
import { linkKey } from "./link-key.ts";
import { defineRoute, requesterOf } from "./route.ts";
import { unheardHeader, unheardHeaders } from "./unheard-header.ts";

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
    description:
      "From now on the link answers 410. Its code is never given out again. `Narrows-Unheard` names nodes that may not know of it yet.",
    answers: { 204: { description: "The link is deleted.", headers: { ...unheardHeaders, ...edgeDelayHeaders } } },
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
  async handle(call, { links, site, edge }) {
    const requester = requesterOf(call);
    const key = linkKey(call.params, call.query, requester, site);
    const { unheard } = await links.delete(key, requester, call.versions);
    return { status: 204, headers: { ...unheardHeader(unheard), ...edgeDelayHeader(edge) } };
  },
});
