import type { Metrics } from "@narrows/service";
import type { ApiRequestRecord } from "../app.ts";

/** Counts API requests by route and status class. `routes` are the only values that the label may take. */
export function createApiMetrics(metrics: Metrics, routes: readonly string[]): (record: ApiRequestRecord) => void {
  const counts = new Map<string, number>();
  const labels = { method: methods, route: routes, status: statuses } as const;
  metrics.counterFrom("narrows_api_requests_total", "Answered API requests.", labels, () =>
    Array.from(counts, ([key, value]) => {
      const [method = "", route = "", status = ""] = key.split(" ");
      return { labels: { method, route, status }, value };
    }),
  );
  return ({ method, route, status }) => {
    // Bounded: patterns, not paths; and the metrics count as `other` what they were not told of.
    const key = `${method} ${route ?? "none"} ${status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
}

const methods = ["GET", "HEAD", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"];
const statuses = "200 201 204 304 400 401 403 404 405 408 409 410 412 413 415 422 429 500 503".split(" ");
