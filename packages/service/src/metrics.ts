import type * as Prometheus from "prom-client";
import type { Histogram } from "./histogram.ts";
import { once } from "./once.ts";

/** The label names of a metric with the only values that each may take. */
export type LabelValues = Readonly<Record<string, readonly string[]>>;

/** One number of a metric with labels. */
export type Sample<Labels extends LabelValues> = {
  readonly labels: { readonly [Name in keyof Labels]: Labels[Name][number] };
  readonly value: number;
};

/** Gives a metric's present value: one number when it has no labels, and no sample while that is not known. */
type Read<Labels extends LabelValues> = () => number | readonly Sample<Labels>[];

/**
 * The metrics of a program, read when somebody asks for them: the hot path adds to plain numbers, which cost nothing.
 *
 * Labels are bounded: every value is named in advance, and any other one is counted as `other`.
 */
export interface Metrics {
  /** A number that only grows. The name ends in `_total`. */
  counterFrom<const Labels extends LabelValues>(name: string, help: string, labels: Labels, read: Read<Labels>): void;
  /** A number that goes up and down. */
  gaugeFrom<const Labels extends LabelValues>(name: string, help: string, labels: Labels, read: Read<Labels>): void;
  /** The same where the gauges of several processes do not make a sum; see `mergeMetrics`. */
  across(how: Across): Pick<Metrics, "gaugeFrom">;
  /** Durations in seconds. The name ends in `_seconds`. */
  histogramFrom(name: string, help: string, histogram: Histogram): void;
  /**
   * Loads the library and begins to watch the garbage collector and the event loop; called once all metrics are defined.
   * Without it the first `render` does so, and what went before is not in those metrics. CPU time counts from the start
   * of the process in either case.
   */
  begin(): Promise<void>;
  /** Writes everything in Prometheus' text format. */
  render(): Promise<MetricsPage>;
  /** Everything as plain data, for `mergeMetrics`. */
  snapshot(): Promise<MetricsSnapshot>;
}

export type MetricsPage = { readonly contentType: string; readonly body: string };

/** What one number of several processes makes together. */
export type Across = "sum" | "min" | "max";

/** The metrics of one process at one moment. It can be sent between processes. */
export type MetricsSnapshot = readonly Prometheus.MetricObjectWithValues<Prometheus.MetricValue<string>>[];

type Definition = NumberDefinition | HistogramDefinition;

type Named = { readonly name: string; readonly help: string };

type HistogramDefinition = Named & { readonly kind: "Histogram"; readonly histogram: Histogram };

type NumberDefinition = Named & {
  readonly kind: "Counter" | "Gauge";
  readonly labels: LabelValues;
  readonly read: () => number | readonly Sample<LabelValues>[];
  readonly across: Across;
};

type MetricsOptions = {
  /** Loads prom-client. Default: the import of it. */
  readonly loadLibrary?: () => Promise<typeof Prometheus>;
};

/** Creates an empty set of metrics with a registry of its own. */
export function createMetrics({ loadLibrary = importLibrary }: MetricsOptions = {}): Metrics {
  const definitions = new Map<string, Definition>();
  let isOpen = false;

  const define = (definition: Definition): void => {
    if (definitions.has(definition.name)) throw new Error(`The metric ${definition.name} is defined twice.`);
    if (isOpen) throw new Error(`The metric ${definition.name} is defined after the first scrape.`);
    definitions.set(definition.name, definition);
  };

  const gauges = (across: Across): Pick<Metrics, "gaugeFrom"> => ({
    gaugeFrom: (name, help, labels, read) => define({ kind: "Gauge", name, help, labels, read, across }),
  });

  const open = once((): Promise<Prometheus.Registry> => {
    isOpen = true;
    return openRegistry([...definitions.values()], loadLibrary);
  });

  return {
    counterFrom: (name, help, labels, read) => define({ kind: "Counter", name, help, labels, read, across: "sum" }),
    ...gauges("sum"),
    across: gauges,
    histogramFrom: (name, help, histogram) => define({ kind: "Histogram", name, help, histogram }),
    async begin() {
      await open();
    },
    async render() {
      const opened = await open();
      return { contentType: opened.contentType, body: await opened.metrics() };
    },
    async snapshot() {
      return (await open()).getMetricsAsJSON();
    },
  };
}

function importLibrary(): Promise<typeof Prometheus> {
  return import("prom-client");
}

/** Loads prom-client only now: it takes about 30 ms, which a start need not pay. */
async function openRegistry(
  definitions: readonly Definition[],
  loadLibrary: () => Promise<typeof Prometheus>,
): Promise<Prometheus.Registry> {
  const prometheus = await loadLibrary();
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  addEarlierCpuTime(registry);
  for (const definition of definitions) {
    if (definition.kind === "Histogram") registry.registerMetric(histogramMetric(definition));
    else registerNumbers(prometheus, registry, definition);
  }
  return registry;
}

/** The library counts from its own loading on; what the process used before belongs to it as well. */
function addEarlierCpuTime(registry: Prometheus.Registry): void {
  const { user, system } = process.cpuUsage();
  const earlierMicros = { user, system, "": user + system };
  for (const [kind, micros] of Object.entries(earlierMicros)) {
    const metric = registry.getSingleMetric(`process_cpu_${kind === "" ? "" : `${kind}_`}seconds_total`);
    if (metric !== undefined && "inc" in metric) metric.inc(micros / 1e6);
  }
}

/** The library's own histogram can only be observed into; a registry takes anything that gives its values. */
function histogramMetric({ name, help, histogram }: HistogramDefinition): Prometheus.Histogram {
  const values = () => [
    ...histogram
      .buckets()
      .map(({ bound, count }) => ({ metricName: `${name}_bucket`, labels: { le: bound }, value: count })),
    { metricName: `${name}_sum`, labels: {}, value: histogram.sumSeconds() },
    { metricName: `${name}_count`, labels: {}, value: histogram.count() },
  ];
  const metric: unknown = {
    name,
    help,
    get: async () => ({ name, help, type: "histogram", values: values(), aggregator: "sum" }),
  };
  return metric as Prometheus.Histogram;
}

function registerNumbers(
  prometheus: typeof Prometheus,
  registry: Prometheus.Registry,
  definition: NumberDefinition,
): void {
  const { name, help, labels, read, across } = definition;
  const options = { name, help, labelNames: Object.keys(labels), registers: [registry], aggregator: across };
  const metric: Collected = new prometheus[definition.kind]({
    ...options,
    collect: () => {
      metric.reset();
      const samples = samplesOf(read(), labels);
      // The library begins with 0 where there are no labels.
      if (samples.length === 0) metric.remove({});
      for (const [key, value] of samples) metric.inc(key, value);
    },
  });
}

type Collected = {
  reset(): void;
  remove(labels: Record<string, string>): void;
  inc(labels: Record<string, string>, value: number): void;
};

function samplesOf(
  read: number | readonly Sample<LabelValues>[],
  labels: LabelValues,
): readonly (readonly [Record<string, string>, number])[] {
  if (typeof read === "number") return [[{}, read]];
  return read.map((sample) => [boundedLabels(sample.labels, labels), sample.value] as const);
}

function boundedLabels(given: Readonly<Record<string, string>>, labels: LabelValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).map(([name, allowed]) => {
      const value = given[name];
      return [name, value !== undefined && allowed.includes(value) ? value : "other"];
    }),
  );
}
