import type { Metrics } from "@narrows/service";
import type { ApiRequestRecord } from "../app.ts";
import { createApiMetrics } from "./api-metrics.ts";
import { createCounter } from "./counter.ts";
import { createRedirectMetrics } from "./redirect-metrics.ts";

/** What the service tells its metrics. */
export type ServiceMetrics = {
  readonly onRedirect: (status: number, startedMs: number) => void;
  readonly onApiAnswer: (record: ApiRequestRecord) => void;
  readonly onMisdirected: () => void;
  readonly onCollision: () => void;
  readonly onReplay: () => void;
};

/** Registers every metric of the service itself. */
export function createServiceMetrics(
  metrics: Metrics,
  routes: readonly string[],
  monotonicMs: () => number,
): ServiceMetrics {
  return {
    onRedirect: createRedirectMetrics(metrics, monotonicMs),
    onApiAnswer: createApiMetrics(metrics, routes),
    onMisdirected: createCounter(
      metrics,
      "narrows_misdirected_requests_total",
      "Requests refused because their Host is not served here.",
    ),
    onCollision: createCounter(
      metrics,
      "narrows_code_collisions_total",
      "Generated codes that were found taken and replaced.",
    ),
    onReplay: createCounter(
      metrics,
      "narrows_idempotent_replays_total",
      "Requests that got the answer of an earlier one with their Idempotency-Key.",
    ),
  };
}
