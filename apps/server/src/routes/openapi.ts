import type { OpenApiDocument } from "../openapi-document.ts";
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
    return { status: 200, body: written(await openApi()) };
  },
});

/** Anybody may ask, and writing it takes longer than sending it. */
const texts = new WeakMap<object, string>();

function written(document: OpenApiDocument): string {
  const known = texts.get(document);
  if (known !== undefined) return known;
  const text = JSON.stringify(document);
  texts.set(document, text);
  return text;
}
