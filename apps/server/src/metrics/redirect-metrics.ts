import { createHistogram, type Metrics } from "@narrows/service";

/** What a redirect can end with. */
const statuses = [200, 301, 302, 307, 308, 403, 404, 410, 429, 500, 503] as const;
const outcomes = statuses.map(String);

/** A redirect from memory takes tens of microseconds, one from the store hundreds. */
const boundsMs = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 50, 100, 250, 1000];

/** Counts redirects by status and how long they took. */
export function createRedirectMetrics(
  metrics: Metrics,
  monotonicMs: () => number,
): (status: number, startedMs: number) => void {
  const counts = new Map<number, number>(statuses.map((status) => [status, 0]));
  const latency = createHistogram(boundsMs);
  const labels = { status: outcomes } as const;
  metrics.counterFrom("narrows_redirects_total", "Answered redirects by HTTP status.", labels, () =>
    Array.from(counts, ([status, value]) => ({ labels: { status: String(status) }, value })),
  );
  metrics.histogramFrom(
    "narrows_redirect_duration_seconds",
    "How long redirects took, from request to answer.",
    latency,
  );
  return (status, startedMs) => {
    counts.set(status, (counts.get(status) ?? 0) + 1);
    latency.add(monotonicMs() - startedMs);
  };
}
