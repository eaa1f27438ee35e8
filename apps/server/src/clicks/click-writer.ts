import type { ClickSource, ClickStore } from "@narrows/clicks";
import type { Writer, WriterEvent, WriterStats } from "@narrows/clicks/writer";
import type { Logger, Part } from "@narrows/service";
import type { Clocks } from "../clocks.ts";
import { createFaultLog } from "../fault-log.ts";
import { pause } from "../pause.ts";
import { clickCloseMs } from "../stop-deadlines.ts";
import type { ClickBatches } from "./click-batches.ts";
import { createLateStore } from "./late-store.ts";
import type { Late } from "./late.ts";
import { settledWithin } from "./settled.ts";

export type ClickWriterOptions = {
  readonly source: Late<ClickSource>;
  readonly store: Late<ClickStore>;
  /** Done before anything is counted; when it fails, again after some seconds. */
  readonly prepare: () => Promise<void>;
  readonly log: Logger;
  readonly clocks: Pick<Clocks, "now">;
  readonly batches: ClickBatches;
  /** How long single clicks are kept, and the counts of a quarter of an hour; undefined: for ever. */
  readonly rawRetentionMs: number;
  readonly retentionMs: number | undefined;
};

/** Carries clicks from their log into their store, in the background. */
export type ClickWriter = {
  readonly part: Part & { readonly start: () => void; readonly stop: () => Promise<void> };
  /** Pauses after the batch that is under way, or goes on. Does nothing before it has begun. */
  readonly togglePause: () => Promise<void>;
  /** Undefined before it has begun. */
  readonly stats: () => WriterStats | undefined;
};

const retryMs = 5_000;
/** When what is too old is removed for the first time after a start, and then again and again. */
const forgetFirstMs = 600_000;
const forgetEveryMs = 6 * 3_600_000;

export function createClickWriter(options: ClickWriterOptions): ClickWriter {
  const { source, store, log } = options;
  const stopping = new AbortController();
  const onFault = createFaultLog(log, "Clicks cannot be counted at present; they are kept in their log.");
  let writer: Writer | undefined;
  let running: Promise<void> = Promise.resolve();

  const begin = async (): Promise<void> => {
    await options.prepare();
    const { createWriter } = await import("@narrows/clicks/writer");
    const ends = { source: await source.get(), store: createLateStore(store) };
    if (stopping.signal.aborted) return;
    writer = createWriter({
      ...ends,
      now: options.clocks.now,
      random: Math.random,
      ...options.batches,
      onEvent: (event) => tell(event, log, onFault),
    });
    writer.start();
  };
  const run = async (): Promise<void> => {
    while (writer === undefined && !stopping.signal.aborted) {
      await begin().catch(onFault);
      if (writer === undefined) await pause(retryMs, stopping.signal);
    }
    await forgetAgainAndAgain(options, stopping.signal);
  };
  const end = async (): Promise<void> => {
    await writer?.stop(clickCloseMs.writer);
    await running;
    await (await source.opened())?.close();
  };
  return {
    part: {
      name: "click writer",
      start() {
        running = run();
      },
      async stop() {
        stopping.abort();
        await settledWithin(clickCloseMs.writer, end());
      },
    },
    togglePause: () => togglePause(writer, log),
    stats: () => writer?.stats(),
  };
}

async function togglePause(writer: Writer | undefined, log: Logger): Promise<void> {
  if (writer?.state() === "paused") {
    writer.resume();
    log.info("Counts clicks again.");
  } else if (writer !== undefined) {
    await writer.pause();
    log.info("Counts no clicks until it is told to go on.");
  }
}

async function forgetAgainAndAgain(options: ClickWriterOptions, signal: AbortSignal): Promise<void> {
  const { store, clocks, rawRetentionMs, retentionMs, log } = options;
  const onFault = createFaultLog(log, "Old clicks could not be removed; trying again in some hours.");
  let waitMs = forgetFirstMs;
  while (await pause(waitMs, signal)) {
    waitMs = forgetEveryMs;
    const now = clocks.now();
    const before = {
      rawBefore: now - rawRetentionMs,
      slotsBefore: retentionMs === undefined ? undefined : now - retentionMs,
    };
    await store
      .get()
      .then((opened) => opened.forget(before))
      .catch(onFault);
  }
}

const anotherWriter = "Another writer has stored this part of the click log; this one goes on from there.";

function tell(event: WriterEvent, log: Logger, onFault: (error: unknown) => void): void {
  switch (event.kind) {
    case "failed":
      // Two writers have met, as while one takes over from another: the position tells them apart.
      if (event.code === "POSITION_MOVED") return log.debug({ partition: event.partition }, anotherWriter);
      return onFault(event.error);
    case "gap":
      return log.error(event, "Clicks that were not counted are no longer in their log.");
    case "dead":
      return log.warn(event, "Records in the log of clicks are no clicks; they are kept as dead letters.");
    default:
      return log.warn(event, "Clicks come from a clock that is wrong, or very late.");
  }
}
