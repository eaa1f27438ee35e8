import { defineRoute } from "./route.ts";

/** Shows this description. */
export const openApiRoute = defineRoute({
  method: "GET",
  url: "/openapi.json",
  access: "public",
  operation: {
    operationId: "getOpenApi",
    tag: "Operation",
    summary: "This description",
    description: "The OpenAPI 3.1 document of this API. /~/docs shows it as a page.",
    answers: { 200: { description: "The document.", schema: { type: "object" } } },
    problems: [],
  },
  async handle(_call, { openApi }) {
    return { status: 200, body: JSON.stringify(await openApi()) };
  },
});
