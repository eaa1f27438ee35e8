import { ApiError, problemTable, retryHeaders } from "../problems/index.ts";
import { healthSchema } from "../schemas/answer-schemas.ts";
import { defineRoute } from "./route.ts";

/** Says whether this node should get traffic. */
export const readyzRoute = defineRoute({
  method: "GET",
  url: "/readyz",
  access: "public",
  operation: {
    operationId: "getReadiness",
    tag: "Operation",
    summary: "Should this node get traffic?",
    description: "200 when the store can read and write and the node is not stopping, else 503. Details need a key.",
    answers: {
      200: { description: "Ready.", schema: healthSchema },
      503: { description: "Not ready, with a key: `checks` says why.", schema: healthSchema },
    },
    problems: ["KEY_INVALID", "NOT_READY"],
  },
  async handle({ access }, { readiness }) {
    const { isReady, checks } = await readiness.check();
    if (!isReady && access === undefined) throw new ApiError("NOT_READY");
    const status = isReady ? "ready" : "not ready";
    return {
      status: isReady ? 200 : problemTable.NOT_READY.status,
      body: JSON.stringify(access === undefined ? { status } : { status, checks }),
      headers: isReady ? {} : retryHeaders("NOT_READY"),
    };
  },
});
