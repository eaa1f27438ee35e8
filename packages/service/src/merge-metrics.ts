import type { MetricsPage, MetricsSnapshot } from "./metrics.ts";

/** The metrics of one of several processes that are one service together. */
export type ProcessMetrics = {
  /** Names the process in what is its own affair, such as memory; one of few, for it becomes a label. */
  readonly process: string;
  readonly snapshot: MetricsSnapshot;
};

/** What the library tells of a process itself; a sum of it would hide the one that is in trouble. */
const ofProcess = /^(?:process|nodejs)_/;

/**
 * Writes one page for all processes: counts are added up, gauges are as `Metrics.across` says, and what a process tells of
 * itself stays apart by the label `process`.
 *
 * @param totals What `keepTotals` kept of processes that are gone.
 */
export async function mergeMetrics(
  processes: readonly ProcessMetrics[],
  totals: MetricsSnapshot,
): Promise<MetricsPage> {
  const merged = await merge([...processes.map(tellApart), totals]);
  return { contentType: merged.contentType, body: await merged.metrics() };
}

/**
 * Adds what a process that is gone has counted to what is kept of others, lest the sums go down with it: whoever computes
 * rates would take that for a restart of everything.
 */
export async function keepTotals(kept: MetricsSnapshot, gone: MetricsSnapshot): Promise<MetricsSnapshot> {
  const counts = gone.filter(({ name, type }) => isCount(type) && !ofProcess.test(name));
  return (await merge([kept, counts])).getMetricsAsJSON();
}

/** The declared type is an enum of numbers, the value a word. */
function isCount(type: unknown): boolean {
  return type === "counter" || type === "histogram";
}

async function merge(snapshots: readonly MetricsSnapshot[]) {
  const { AggregatorRegistry } = await import("prom-client");
  return AggregatorRegistry.aggregate(snapshots.map((snapshot) => [...snapshot]));
}

function tellApart({ process, snapshot }: ProcessMetrics): MetricsSnapshot {
  return snapshot.map((metric) => {
    if (!ofProcess.test(metric.name)) return metric;
    const values = metric.values.map((value) => ({ ...value, labels: { ...value.labels, process } }));
    return { ...metric, values, aggregator: "sum" };
  });
}
