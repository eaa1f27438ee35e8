import type { Metrics } from "@narrows/service";
import type { AssembleOptions } from "../assemble.ts";
import { registerArchiveMetrics } from "./archive-metrics.ts";
import { registerLeaseMetrics } from "./lease-metrics.ts";
import { registerProcessMetrics } from "./process-metrics.ts";
import { registerConnections } from "./refusal-metrics.ts";

type Parts = Pick<AssembleOptions, "process" | "server" | "drivers" | "archive" | "clicks" | "codeLease">;

/** Shows what the parts that were opened before the service tell of themselves. */
export function registerPartMetrics(metrics: Metrics, parts: Parts): void {
  registerProcessMetrics(metrics, parts.process);
  registerConnections(metrics, parts.server);
  parts.drivers.registerMetrics(metrics);
  registerArchiveMetrics(metrics, parts.archive);
  parts.clicks?.registerMetrics(metrics);
  if (parts.codeLease !== undefined) registerLeaseMetrics(metrics, parts.codeLease);
}
