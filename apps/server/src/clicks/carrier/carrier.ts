import type { OutboxStats } from "@narrows/clicks/outbox";
import type { VisitSink } from "@narrows/clicks/recorder";
import type { WriterStats } from "@narrows/clicks/writer";
import { clickCloseMs } from "../../stop-deadlines.ts";
import { clickBatches } from "../click-batches.ts";
import { createClickWriter } from "../click-writer.ts";
import { createEndLostLogs } from "../end-lost-logs.ts";
import { createLate } from "../late.ts";
import { openClickSource, type ClickLogOptions, type Pressure } from "../open-click-log.ts";
import { openClickStore } from "../open-click-store.ts";
import { settledWithin } from "../settled.ts";
import { createLateSink, type LateSinkOptions } from "./late-sink.ts";

export type CarrierOptions = LateSinkOptions & {
  /** Whether it also counts what is in the log. */
  readonly isWriter: boolean;
};

/** Plain values, as they were last. */
export type CarrierStats = {
  /** How much creates are to be held up so that the log can be emptied. */
  readonly pressure: Pressure;
  /** Of an outbox that is open. */
  readonly outbox: OutboxStats | undefined;
  /** Of a writer that has begun. */
  readonly writer: WriterStats | undefined;
};

/** Makes clicks of visits, logs them, and counts what is in the log: all that takes time and that no redirect waits for. */
export type Carrier = VisitSink & {
  /** @throws {ConfigError} When something is not as it must be that only an operator can mend. */
  start(): Promise<void>;
  stats(): CarrierStats;
  /** Finishes what is in hand, each part within its deadline. Visits are to come no more. */
  stop(): Promise<void>;
};

export function createCarrier(options: CarrierOptions): Carrier {
  const sink = createLateSink(options);
  const counting = options.isWriter ? createCounting(options) : undefined;
  return {
    async start() {
      await sink.prepare();
      counting?.start();
    },
    take: (visits) => sink.take(visits),
    stats: () => ({ pressure: sink.pressure(), outbox: sink.outbox(), writer: counting?.stats() }),
    async stop() {
      await sink.close();
      await counting?.stop();
    },
  };
}

function createCounting(options: ClickLogOptions) {
  const { config, log, clocks } = options;
  const store = createLate(() => openClickStore(config));
  const { part, stats } = createClickWriter({
    source: createLate(() => openClickSource(options)),
    store,
    prepare: createEndLostLogs({ config, store, log, now: clocks.now }),
    log,
    clocks,
    batches: clickBatches(config),
    rawRetentionMs: config.clickRawRetentionMs,
    retentionMs: config.clickRetentionMs,
  });
  return {
    start: part.start,
    stats,
    async stop() {
      await part.stop();
      const close = async (): Promise<void> => (await store.opened())?.close();
      await settledWithin(clickCloseMs.store, close());
    },
  };
}
