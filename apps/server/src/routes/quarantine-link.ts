import { linkSchema } from "../schemas/answer-schemas.ts";
import { quarantineSchema } from "../schemas/link-schemas.ts";
import { codeParams, domainQuery } from "../schemas/query-schemas.ts";
import { bodyProblems, keyProblems, queryProblems, storeProblems } from "./documented-problems.ts";
import { linkKey } from "./link-key.ts";
import { defineRoute, requesterOf } from "./route.ts";

/** Stops a link for safety. */
export const quarantineLinkRoute = defineRoute({
  method: "POST",
  url: "/v1/urls/:code/quarantine",
  access: "links:moderate",
  params: codeParams,
  query: domainQuery,
  body: quarantineSchema,
  operation: {
    operationId: "quarantineLink",
    tag: "Moderation",
    summary: "Quarantine a link",
    description: "Stops anyone's link: it answers 410, and its owner can neither edit, delete nor free it.",
    answers: { 200: { description: "The link as it is now.", schema: linkSchema } },
    problems: [
      ...bodyProblems,
      ...keyProblems,
      ...queryProblems,
      "DOMAIN_UNKNOWN",
      "LINK_NOT_FOUND",
      "LINK_DELETED",
      ...storeProblems,
    ],
  },
  async handle(call, { links, site, renderLink }) {
    const requester = requesterOf(call);
    const key = linkKey(call.params, call.query, requester, site);
    return { status: 200, body: renderLink(await links.quarantine(key, call.body.reason, requester)) };
  },
});
