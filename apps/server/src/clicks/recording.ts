import type { Visit } from "@narrows/clicks";
import { createRecorder, type Recorder } from "@narrows/clicks/recorder";
import type { Logger, Part } from "@narrows/service";
import type { Clocks } from "../clocks.ts";
import type { ServerConfig } from "../config.ts";
import { createFaultLog } from "../fault-log.ts";
import { carrierCloseMs, clickCloseMs } from "../stop-deadlines.ts";
import { CarrierThread } from "./carrier/carrier-thread.ts";
import type { CarrierStats } from "./carrier/carrier.ts";

export type RecordingOptions = {
  readonly config: ServerConfig;
  readonly log: Logger;
  readonly clocks: Pick<Clocks, "now">;
  /** Whether this process also counts. */
  readonly isWriter: boolean;
};

/** Clicks from the redirect to whatever becomes of them in another thread. */
export type Recording = {
  readonly record: (visit: Visit) => void | Promise<void>;
  readonly recorder: Recorder;
  readonly stats: () => CarrierStats;
  readonly part: Part;
};

/** The start is for requests; what a process before left behind can wait so long. */
const firstMs = 2_000;

export function createRecording(options: RecordingOptions): Recording {
  const { config, log, clocks } = options;
  const thread = new CarrierThread(options);
  const recorder = createRecorder({
    sink: thread,
    maxBytes: config.clickBufferSizeBytes,
    // The least that a visit is reckoned with, so that the bytes are the bound.
    maxVisits: Math.ceil(config.clickBufferSizeBytes / 1_024),
    overflow: config.clickOverflow,
    now: clocks.now,
    random: Math.random,
    onFault: createFaultLog(log, "Clicks cannot be logged at present; what finds no room is dropped and counted."),
  });
  let first: NodeJS.Timeout | undefined;
  return {
    recorder,
    record: config.clicks === "outbox" ? recorder.recordAndWait : recorder.record,
    stats: () => thread.stats(),
    part: {
      name: "clicks",
      async start() {
        if (mayBeUnusable(config)) return await thread.start();
        if (options.isWriter) first = setTimeout(thread.run, firstMs).unref();
      },
      async stop() {
        clearTimeout(first);
        await recorder.close(clickCloseMs.recorder);
        await thread.stop(carrierCloseMs);
        sayDropped(recorder, log);
      },
    },
  };
}

/** Whatever an operator must mend is said at the start, and not by the first click. */
function mayBeUnusable({ clicks, countryFile }: ServerConfig): boolean {
  return clicks !== "memory" || countryFile !== undefined;
}

/** Nobody can ask for the metrics any more. */
function sayDropped(recorder: Recorder, log: Logger): void {
  const { dropped } = recorder.stats();
  if (Object.values(dropped).some((count) => count > 0)) log.warn({ dropped }, "Clicks were dropped since the start.");
}
