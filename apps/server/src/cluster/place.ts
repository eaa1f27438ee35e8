import type { Metrics, MetricsPage } from "@narrows/service";
import type { ServerConfig } from "../config.ts";
import type { ServerLimitsOptions } from "../limits/server-limits.ts";
import type { Drivers, Surroundings } from "../presets/drivers.ts";
import type { Readiness } from "../readiness.ts";

/** What a server must know that is one of several processes behind one port. */
export type Place = {
  /** 1 to WORKERS. */
  readonly number: number;
  /** The port that others listen on already, to be taken last; undefined for the first of all, who takes it first. */
  readonly port: number | undefined;
  readonly onPort: (port: number) => void;
  /** Opens the database in DATA_DIR, whose writer is elsewhere. */
  readonly openFile: (config: ServerConfig, surroundings: Surroundings) => Promise<Drivers>;
  /** Whether another process has its place already, so that kept connections can be waited for. */
  readonly isReplaced: () => boolean;
  /** What is said of all of them, given the readiness of this one. */
  readonly joinReadiness: (own: Readiness) => Readiness;
  /** What shows all of them, given the metrics of this one. */
  readonly joinMetrics: (own: Metrics) => () => Promise<MetricsPage>;
  /** Counts for all of them, given the limits of this one. */
  readonly joinLimits: NonNullable<ServerLimitsOptions["join"]>;
};
