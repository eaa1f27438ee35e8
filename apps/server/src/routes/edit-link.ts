import type { EditRequest } from "@narrows/links";
import type { XStatic } from "typebox/schema";
import { linkSchema } from "../schemas/answer-schemas.ts";
import { editSchema } from "../schemas/link-schemas.ts";
import { codeParams, domainQuery } from "../schemas/query-schemas.ts";
import {
  bodyProblems,
  destinationProblems,
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

/** Changes some settings of a link. */
export const editLinkRoute = defineRoute({
  method: "PATCH",
  url: "/v1/urls/:code",
  access: "links:write",
  limit: "change",
  takesIfMatch: true,
  params: codeParams,
  query: domainQuery,
  body: editSchema,
  operation: {
    operationId: "editLink",
    tag: "Links",
    summary: "Change a link",
    description:
      "Changes the fields that are sent and leaves the others as they are. The code never changes. With `If-Match` the " +
      "change is made only while the link still has that version, so that nobody's change is lost. It is answered when every node follows the change, or after a second; `Narrows-Unheard` then names those that did not say so.",
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
      ...destinationProblems,
      "DOMAIN_UNKNOWN",
      "LINK_NOT_FOUND",
      "LINK_DELETED",
      "LINK_FORGOTTEN",
      "LINK_QUARANTINED",
      ...ifMatchProblems,
      ...changeStoreProblems,
    ],
  },
  async handle(call, service) {
    const { links, site } = service;
    const requester = requesterOf(call);
    const key = linkKey(call.params, call.query, requester, site);
    return changeAnswer(await links.edit(key, editRequest(call.body), requester, call.versions), service);
  },
});

function editRequest({ status, ...rest }: XStatic<typeof editSchema>): EditRequest {
  return status === undefined ? rest : { ...rest, redirectStatus: status };
}
