export { isLoopbackHost } from "./net/loopback-host.ts";
export * from "./config/index.ts";
export { createHistogram, type Histogram } from "./histogram.ts";
export { createLifecycle, type Lifecycle, type Part } from "./lifecycle.ts";
export { openLogSink, type LogSink } from "./log-sink.ts";
export { createLogger, logLevels, type Logger, type LogLevel } from "./logger.ts";
export { keepTotals, mergeMetrics, type ProcessMetrics } from "./merge-metrics.ts";
export {
  createMetrics,
  type LabelValues,
  type Metrics,
  type MetricsPage,
  type MetricsSnapshot,
  type Sample,
} from "./metrics.ts";
export { once } from "./once.ts";
export { problemContentType, renderProblem, type Problem } from "./problem.ts";
export { exitCodeOf, runUntilSignal } from "./run-until-signal.ts";
export { readOrCreateSecret, type Secret } from "./secret-file.ts";
