import { linkSchema } from "../schemas/answer-schemas.ts";
import { quarantineSchema } from "../schemas/link-schemas.ts";
import { codeParams, domainQuery } from "../schemas/query-schemas.ts";
import {
  bodyProblems,
  ifMatchProblems,
  keyProblems,
  queryProblems,
  changeStoreProblems,
} from "./documented-problems.ts";
import { edgeDelayHeaders } from "./edge-delay-header.ts";
import { changeAnswer } from "./link-answer.ts";
import { linkKey } from "./link-key.ts";
import { defineRoute, requesterOf } from "./route.ts";
import { unheardHeaders } from "./unheard-header.ts";

/** Stops a link for safety. */
export const quarantineLinkRoute = defineRoute({
  method: "POST",
  url: "/v1/urls/:code/quarantine",
  access: "links:moderate",
  limit: "change",
  takesIfMatch: true,
  params: codeParams,
  query: domainQuery,
  body: quarantineSchema,
  operation: {
    operationId: "quarantineLink",
    tag: "Moderation",
    summary: "Quarantine a link",
    description:
      "Stops anyone's link: it answers 410, and its owner can neither edit, delete nor free it. A second call replaces the reason; the instant stays that of the first. `Narrows-Unheard` names nodes that may not know of it yet.",
    answers: {
      200: {
        description: "The link as it is now.",
        schema: linkSchema,
        headers: { ...unheardHeaders, ...edgeDelayHeaders },
      },
    },
    problems: [
      ...bodyProblems,
      ...keyProblems,
      ...queryProblems,
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
    return changeAnswer(await links.quarantine(key, call.body.reason, requester, call.versions), service);
  },
});
