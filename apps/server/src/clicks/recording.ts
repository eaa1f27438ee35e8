import type { Visit } from "@narrows/clicks";
import type { OutboxStats } from "@narrows/clicks/outbox";
import { createRecorder, type Recorder } from "@narrows/clicks/recorder";
import { ConfigError, type Logger, type Part } from "@narrows/service";
import type { ServerConfig } from "../config.ts";
import { createFaultLog } from "../fault-log.ts";
import { clickCloseMs } from "../stop-deadlines.ts";
import { kafkaConnection } from "./kafka-connection.ts";
import { createLate, type Late } from "./late.ts";
import { openClickLog, type ClickLogOptions, type OpenedClickLog, type Pressure } from "./open-click-log.ts";
import { openDescriber, type OpenedDescriber } from "./open-describer.ts";
import { openPlaces, type OpenedPlaces } from "./open-places.ts";
import { settledWithin } from "./settled.ts";

/** Clicks from the redirect to their log. */
export type Recording = {
  readonly record: (visit: Visit) => void | Promise<void>;
  readonly pressure: () => Pressure;
  readonly recorder: Recorder;
  /** What the outbox tells of itself, once it is open. */
  readonly outbox: () => OutboxStats | undefined;
  readonly part: Part;
};

/** What is opened when it is needed. */
type Opened = {
  readonly log: Late<OpenedClickLog>;
  logNow: OpenedClickLog | undefined;
  places: OpenedPlaces | undefined;
  describer: OpenedDescriber | undefined;
};

/** @param onBegin Called with the first click. */
export function createRecording(options: ClickLogOptions, onBegin: () => void): Recording {
  const { config, log } = options;
  const opened: Opened = {
    log: createLate(() => openClickLog(options)),
    logNow: undefined,
    places: undefined,
    describer: undefined,
  };
  const recorder = createClickRecorder(options, opened, onBegin);
  return {
    recorder,
    record: config.clicks === "outbox" ? recorder.recordAndWait : recorder.record,
    pressure: () => opened.logNow?.pressure() ?? "none",
    outbox: () => opened.logNow?.outbox?.(),
    part: {
      name: "click recorder",
      start: () => prepare(opened, options),
      async stop() {
        await settledWithin(clickCloseMs.recorder, closeAll(recorder, opened));
        sayDropped(recorder, log);
        opened.places?.close?.();
        opened.describer?.close();
      },
    },
  };
}

function createClickRecorder(options: ClickLogOptions, opened: Opened, onBegin: () => void): Recorder {
  const { config, log, clocks } = options;
  return createRecorder({
    async begin() {
      onBegin();
      opened.describer ??= await openDescriber({ config, log, clocks, places: opened.places });
      opened.logNow = await opened.log.get();
    },
    describe(visit) {
      if (opened.describer === undefined) throw new Error("A visit was to be described before it could be.");
      return opened.describer.describe(visit);
    },
    log: {
      append: async (clicks) => (await opened.log.get()).append(clicks),
      close: () => Promise.resolve(),
    },
    maxBytes: config.clickBufferSizeBytes,
    // The least that a visit is reckoned with, so that the bytes are the bound.
    maxVisits: Math.ceil(config.clickBufferSizeBytes / 1_024),
    overflow: config.clickOverflow,
    now: clocks.now,
    random: Math.random,
    onFault: createFaultLog(log, "Clicks cannot be logged at present; what finds no room is dropped and counted."),
  });
}

/** Whatever an operator must mend is said at the start, and not by the first click. */
async function prepare(opened: Opened, { config, log }: ClickLogOptions): Promise<void> {
  if (config.clicks === "kafka") await kafkaConnection(config);
  opened.places = await openPlaces(config, log);
  if (config.clicks !== "outbox") return;
  // What a start before has left in the spool is not to wait for the next click.
  opened.logNow = await opened.log.get().catch((error: unknown) => sayUnusable(error, config));
}

async function closeAll(recorder: Recorder, { log }: Opened): Promise<void> {
  // A little is left for the log.
  await recorder.close(clickCloseMs.recorder * 0.7);
  await (await log.opened())?.close();
}

function sayUnusable(error: unknown, { dataDir }: ServerConfig): never {
  const problem = `the spool of clicks in ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  throw new ConfigError([{ option: "DATA_DIR", problem, mend: "Let the service write there." }], { cause: error });
}

/** Nobody can ask for the metrics any more. */
function sayDropped(recorder: Recorder, log: Logger): void {
  const { dropped } = recorder.stats();
  if (Object.values(dropped).some((count) => count > 0)) log.warn({ dropped }, "Clicks were dropped since the start.");
}
