import type { CreateResult, Link } from "@narrows/links";
import { linkSchema } from "../schemas/answer-schemas.ts";
import { createSchema } from "../schemas/link-schemas.ts";
import { noQuery } from "../schemas/query-schemas.ts";
import { createRequest } from "./create-request.ts";
import { changeStoreProblems, createProblems } from "./documented-problems.ts";
import { tagHeader } from "./link-answer.ts";
import { replayHeader } from "./replay-header.ts";
import { defineRoute, requesterOf } from "./route.ts";

/** Shortens one destination. */
export const createLinkRoute = defineRoute({
  method: "POST",
  url: "/v1/urls",
  access: "anonymous-create",
  limit: "create",
  takesIdempotencyKey: true,
  query: noQuery,
  body: createSchema,
  operation: {
    operationId: "createLink",
    tag: "Links",
    summary: "Shorten a URL",
    description:
      "Makes a link and answers when it is durable. With an Idempotency-Key, a repetition within 24 hours gets the " +
      "first answer again, byte for byte, and `Idempotency-Replayed: true`. Without one every call makes a new link.",
    answers: {
      200: { description: "`reuse` was asked for and found a link that is there already.", schema: linkSchema },
      201: { description: "The link was made, now or by an earlier request with this key.", schema: linkSchema },
    },
    problems: [...createProblems, "IDEMPOTENCY_KEY_MALFORMED", ...changeStoreProblems],
  },
  async handle(call, service) {
    await service.holdCreates?.();
    const result = await service.links.create(createRequest(call.body), requesterOf(call), call.idempotencyKey);
    if (result.isReplay) service.onReplay();
    return {
      status: result.kind === "reused" ? 200 : 201,
      body: result.body,
      headers: { ...tagHeader(shownLink(result)), ...replayHeader(result.isReplay) },
    };
  },
});

/** A link is made in its first version; one that was found may have come further. */
function shownLink({ kind, body }: CreateResult): Pick<Link, "version"> {
  return kind === "created" ? { version: 1 } : (JSON.parse(body) as Link);
}
