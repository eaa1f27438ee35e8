import type { ListRequest } from "@narrows/links";
import type { XStatic } from "typebox/schema";
import { listQuery } from "../schemas/query-schemas.ts";
import { pageSchema } from "../schemas/stats-schemas.ts";
import { countedLinks } from "./counted-links.ts";
import { keyProblems, queryProblems, storeProblems } from "./documented-problems.ts";
import { defineRoute, requesterOf } from "./route.ts";

/** Lists links, page by page. */
export const listLinksRoute = defineRoute({
  method: "GET",
  url: "/v1/urls",
  access: "links:read",
  limit: "read",
  query: listQuery,
  operation: {
    operationId: "listLinks",
    tag: "Links",
    summary: "List links",
    description:
      "Lists your links, newest first, or in code order where `q` is the start of a code; an administrator's key lists " +
      "everyone's. Deleted and archived links are left out. Pages stay stable while links are added: pass each page's cursor on.",
    answers: { 200: { description: "One page of links.", schema: pageSchema } },
    problems: [
      ...keyProblems,
      ...queryProblems,
      "CURSOR_MALFORMED",
      "DOMAIN_UNKNOWN",
      "DOMAIN_FORBIDDEN",
      ...storeProblems,
    ],
  },
  async handle(call, service) {
    const requester = requesterOf(call);
    const page = await service.links.list(listRequest(call.query), requester);
    const rows = (await countedLinks(page.links, service, requester)).join(",");
    return { status: 200, body: `{"links":[${rows}],"cursor":${JSON.stringify(page.cursor ?? null)}}` };
  },
});

function listRequest({ limit, ...rest }: XStatic<typeof listQuery>): ListRequest {
  return limit === undefined ? rest : { ...rest, limit: Number(limit) };
}
