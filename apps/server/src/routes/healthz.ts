import { healthSchema } from "../schemas/answer-schemas.ts";
import { defineRoute } from "./route.ts";

/** Says that the process answers at all. */
export const healthzRoute = defineRoute({
  method: "GET",
  url: "/healthz",
  access: "public",
  operation: {
    operationId: "getHealth",
    tag: "Operation",
    summary: "Is the process alive?",
    description: "Answers 200 as long as the process can answer at all. It looks at nothing else.",
    answers: { 200: { description: "Alive.", schema: healthSchema } },
    problems: [],
  },
  handle: () => Promise.resolve({ status: 200, body: '{"status":"ok"}' }),
});
