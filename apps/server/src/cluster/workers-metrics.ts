import type { Metrics } from "@narrows/service";
import type { HungWorkers } from "./hung-workers.ts";
import type { Workers } from "./workers.ts";

const states = ["starting", "ready", "stopping"] as const;

/** Shows how many processes serve, and how often one died or hung. */
export function registerWorkersMetrics(
  metrics: Metrics,
  workers: Pick<Workers, "living" | "deaths">,
  hung: Pick<HungWorkers, "ended">,
): void {
  metrics.gaugeFrom(
    "narrows_workers",
    "Processes that share the port, by state; WORKERS of them are to be ready.",
    { state: states },
    () =>
      states.map((state) => ({
        labels: { state },
        value: workers.living().filter((worker) => worker.state === state).length,
      })),
  );
  metrics.counterFrom(
    "narrows_worker_deaths_total",
    "Workers that died while they were ready, and were started again.",
    {},
    () => workers.deaths,
  );
  metrics.counterFrom(
    "narrows_worker_hangs_total",
    "Workers that were ended because they did not answer any more; these are among the deaths.",
    {},
    () => hung.ended,
  );
}
