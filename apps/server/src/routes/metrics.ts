import { keyProblems } from "./documented-problems.ts";
import { defineRoute } from "./route.ts";

/** Shows the node's metrics to Prometheus. */
export const metricsRoute = defineRoute({
  method: "GET",
  url: "/metrics",
  access: "stats:read",
  operation: {
    operationId: "getMetrics",
    tag: "Operation",
    summary: "Metrics for Prometheus",
    description: "The service's counters in Prometheus' text format. No label carries a code, a URL or an address.",
    answers: { 200: { description: "The metrics.", schema: { type: "string" }, mediaType: "text/plain" } },
    problems: [...keyProblems],
  },
  async handle(_call, { renderMetrics }) {
    const { contentType, body } = await renderMetrics();
    return { status: 200, body, headers: { "content-type": contentType } };
  },
});
