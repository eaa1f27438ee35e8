import type { AskedCounts, ClickReports, Visit } from "@narrows/clicks";
import { createClickReports } from "@narrows/clicks/reports";
import type { Logger, Metrics, Part } from "@narrows/service";
import type { Clocks } from "../clocks.ts";
import type { ServerConfig } from "../config.ts";
import {
  registerBacklogMetrics,
  registerRecorderMetrics,
  registerSpoolMetrics,
  registerWriterMetrics,
} from "../metrics/click-metrics.ts";
import { clickCloseMs } from "../stop-deadlines.ts";
import { createLateCounts } from "./late-counts.ts";
import { createLate } from "./late.ts";
import type { Pressure } from "./open-click-log.ts";
import { openClickStore } from "./open-click-store.ts";
import { createRecording } from "./recording.ts";
import { settledWithin } from "./settled.ts";

export type ClicksOptions = {
  readonly config: ServerConfig;
  readonly log: Logger;
  readonly clocks: Clocks;
  /** Tells the processes of a node apart, from 1 on. The first one also counts. */
  readonly processNumber: number;
};

/** Clicks of this process, from the redirect to the report. */
export type Clicks = {
  /** Takes a redirect over. A promise where it must not be answered before: it never rejects, and settles in 250 ms. */
  readonly record: (visit: Visit) => void | Promise<void>;
  readonly reports: ClickReports;
  /** How much creates are to be held up so that the log can be emptied. */
  readonly pressure: () => Pressure;
  readonly registerMetrics: (metrics: Metrics) => void;
  /** To be started before the first redirect and stopped after the last. */
  readonly parts: readonly Part[];
};

/** Puts together what becomes of clicks, as configured. Everything is loaded by the first click or question. */
export function createClicks(options: ClicksOptions): Clicks {
  const { config, log, clocks } = options;
  const store = createLate(() => openClickStore(config));
  const isWriter = config.clickWriter && options.processNumber === 1;
  const { record, recorder, stats, part } = createRecording({ config, log, clocks, isWriter });
  const close = async (): Promise<void> => (await store.opened())?.close();
  const storePart: Part = { name: "click store", stop: () => settledWithin(clickCloseMs.store, close()) };
  return {
    record,
    reports: createReports(createLateCounts(store, clocks.now), options),
    pressure: () => stats().pressure,
    registerMetrics(metrics) {
      registerRecorderMetrics(metrics, () => recorder.stats());
      registerSpoolMetrics(metrics, () => stats().outbox);
      if (isWriter) registerWriterMetrics(metrics, () => stats().writer);
      // Without a writer, too: the spool is where nobody else can see it.
      const backlog = { writer: () => (isWriter ? stats().writer : undefined), outbox: () => stats().outbox };
      registerBacklogMetrics(metrics, { ...backlog, now: clocks.now });
    },
    parts: [storePart, part],
  };
}

function createReports(counts: AskedCounts, { config, clocks }: ClicksOptions): ClickReports {
  return createClickReports({ counts, now: clocks.now, maxLive: config.maxLiveStreams });
}
