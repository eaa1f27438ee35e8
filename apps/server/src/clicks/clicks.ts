import type { ClickCounts, ClickReports, Places, Visit } from "@narrows/clicks";
import { createRecorder, type Recorder } from "@narrows/clicks/recorder";
import { createClickReports } from "@narrows/clicks/reports";
import type { Logger, Metrics, Part } from "@narrows/service";
import type { Clocks } from "../clocks.ts";
import type { ServerConfig } from "../config.ts";
import { createFaultLog } from "../fault-log.ts";
import { registerRecorderMetrics, registerWriterMetrics } from "../metrics/click-metrics.ts";
import { createClickWriter, type ClickWriter } from "./click-writer.ts";
import { kafkaConnection } from "./kafka-connection.ts";
import { createLateCounts } from "./late-counts.ts";
import { createLate } from "./late.ts";
import { openClickLog, openClickSource, type Pressure } from "./open-click-log.ts";
import { clickBatchSize, openClickStore } from "./open-click-store.ts";
import { openDescriber, type OpenedDescriber } from "./open-describer.ts";
import { openPlaces } from "./open-places.ts";

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

const closeMs = 3_000;

/** Puts together what becomes of clicks, as configured. Everything is loaded by the first click or question. */
export function createClicks(options: ClicksOptions): Clicks {
  const { config, clocks } = options;
  const store = createLate(() => openClickStore(config));
  const source = createLate(() => openClickSource(options));
  const writer = createClickWriter({
    source,
    store,
    log: options.log,
    clocks,
    batchSize: clickBatchSize(config),
    rawRetentionMs: config.clickRawRetentionMs,
    retentionMs: config.clickRetentionMs,
  });
  const isWriter = config.clickWriter && options.processNumber === 1;
  const recording = createRecording(options, isWriter ? writer.wake : () => undefined);
  const storePart: Part = { name: "click store", stop: async () => (await store.opened())?.close() };
  return {
    record: recording.record,
    reports: createReports(createLateCounts(store, clocks.now), options),
    pressure: recording.pressure,
    registerMetrics(metrics) {
      registerRecorderMetrics(metrics, () => recording.recorder.stats());
      if (isWriter) registerWriterMetrics(metrics, writer.stats);
    },
    parts: [storePart, ...(isWriter ? [writer.part] : []), recording.part],
  };
}

function createReports(counts: ClickCounts, { config, clocks }: ClicksOptions): ClickReports {
  return createClickReports({ counts, now: clocks.now, maxLive: config.maxLiveStreams });
}

type Recording = Pick<Clicks, "record" | "pressure"> & { readonly recorder: Recorder; readonly part: Part };

function createRecording(options: ClicksOptions, wakeWriter: ClickWriter["wake"]): Recording {
  const { config, log, clocks } = options;
  const opened = createLate(() => openClickLog(options));
  let places: Places | undefined;
  let describer: OpenedDescriber | undefined;
  let pressure = (): Pressure => "none";
  const recorder = createRecorder({
    async begin() {
      wakeWriter();
      describer ??= await openDescriber({ config, log, clocks, places });
      ({ pressure } = await opened.get());
    },
    describe(visit) {
      if (describer === undefined) throw new Error("A visit was to be described before it could be.");
      return describer.describe(visit);
    },
    log: {
      append: async (clicks) => (await opened.get()).append(clicks),
      close: () => Promise.resolve(),
    },
    maxBytes: config.clickBufferSizeBytes,
    overflow: config.clickOverflow,
    now: clocks.now,
    random: Math.random,
    onFault: createFaultLog(log, "Clicks cannot be logged at present; what finds no room is dropped and counted."),
  });
  return {
    recorder,
    record: config.clicks === "outbox" ? recorder.recordAndWait : recorder.record,
    pressure: () => pressure(),
    part: {
      name: "click recorder",
      async start() {
        // Whatever an operator must mend is said now, and not by the first click.
        if (config.clicks === "kafka") await kafkaConnection(config);
        places = await openPlaces(config, log);
      },
      async stop() {
        await recorder.close(closeMs);
        await (await opened.opened())?.close();
        describer?.close();
      },
    },
  };
}
