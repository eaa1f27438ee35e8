import { linkSchema } from "../schemas/answer-schemas.ts";
import { codeParams, domainQuery } from "../schemas/query-schemas.ts";
import { changeStoreProblems, ifMatchProblems, keyProblems, queryProblems } from "./documented-problems.ts";
import { edgeDelayHeaders } from "./edge-delay-header.ts";
import { changeAnswer } from "./link-answer.ts";
import { linkKey } from "./link-key.ts";
import { defineRoute, requesterOf } from "./route.ts";
import { unheardHeaders } from "./unheard-header.ts";

/** Lets a quarantined link go. */
export const releaseLinkRoute = defineRoute({
  method: "DELETE",
  url: "/v1/urls/:code/quarantine",
  access: "links:moderate",
  limit: "change",
  takesIfMatch: true,
  params: codeParams,
  query: domainQuery,
  operation: {
    operationId: "releaseLink",
    tag: "Moderation",
    summary: "Release a link from quarantine",
    description:
      "The link is again what it was before. Releasing a link that is free changes nothing else. `Narrows-Unheard` names nodes that may not know of it yet.",
    answers: {
      200: {
        description: "The link as it is now.",
        schema: linkSchema,
        headers: { ...unheardHeaders, ...edgeDelayHeaders },
      },
    },
    problems: [
      ...keyProblems,
      ...queryProblems,
      "BODY_UNEXPECTED",
      "DOMAIN_UNKNOWN",
      "LINK_NOT_FOUND",
      "LINK_DELETED",
      "LINK_FORGOTTEN",
      ...ifMatchProblems,
      ...changeStoreProblems,
    ],
  },
  async handle(call, service) {
    const { links, site } = service;
    const requester = requesterOf(call);
    const key = linkKey(call.params, call.query, requester, site);
    return changeAnswer(await links.release(key, requester, call.versions), service);
  },
});
