import { randomUUIDv7 } from "node:crypto";
import type { ClickLog, ClickSource } from "@narrows/clicks";
import type { OutboxStats } from "@narrows/clicks/outbox";
import type { Logger } from "@narrows/service";
import type { Clocks } from "../clocks.ts";
import { createOutageLog } from "../fault-log.ts";
import { clickFolders } from "./click-folders.ts";
import type { ClickConfig } from "./click-settings.ts";
import { kafkaConnection } from "./kafka-connection.ts";

export type ClickLogOptions = {
  readonly config: ClickConfig;
  readonly log: Logger;
  readonly clocks: Pick<Clocks, "now">;
};

/** How much creates are to be held up so that the log can be emptied. */
export type Pressure = "none" | "slow" | "refuse";

export type OpenedClickLog = ClickLog & {
  readonly pressure: () => Pressure;
  /** Only of an outbox. */
  readonly outbox?: () => OutboxStats;
};

/**
 * Opens where this process's clicks go first.
 *
 * @throws {ClickError} `LOG_UNAVAILABLE`
 */
export async function openClickLog(options: ClickLogOptions): Promise<OpenedClickLog> {
  const { config } = options;
  switch (config.clicks) {
    case "outbox":
      return openOutbox(options);
    case "kafka": {
      const { openKafkaLog } = await import("@narrows/clicks/kafka");
      const log = openKafkaLog({ ...(await kafkaConnection(config)), deadlineMs: kafkaDeadlineMs });
      return { ...log, pressure: noPressure };
    }
    default: {
      const { openFileLog } = await import("@narrows/clicks/files");
      const log = await openFileLog({
        folder: clickFolders(config.dataDir).log,
        partition: randomUUIDv7(),
        maxKeptBytes: config.clickLogSizeBytes,
        now: options.clocks.now,
      });
      return { append: (clicks) => log.append(clicks), close: () => log.close(), pressure: noPressure };
    }
  }
}

async function openOutbox({ config, log }: ClickLogOptions): Promise<OpenedClickLog> {
  const { connectTo, openOutboxLog } = await import("@narrows/clicks/outbox");
  const outbox = await openOutboxLog({
    connect: connectTo(databaseOf(config)),
    spoolFolder: clickFolders(config.dataDir).spool,
    maxSpoolBytes: config.clickLogSizeBytes,
    onState(state) {
      if (state.kind === "spool") log.warn(state, "Clicks go into the spool of this process.");
      else log.info(state, "Clicks go into the outbox in PostgreSQL.");
    },
    onFault: createOutageLog(log, "A spool of this node has a fault; what else is in the spools is drained."),
  });
  const { append, close, pressure, stats } = outbox;
  return { append, close, pressure, outbox: stats };
}

/** Opens the other end, which gives the clicks of all processes: of this node, or of all nodes where they share the log. */
export async function openClickSource({
  config,
  clocks,
}: Pick<ClickLogOptions, "config" | "clocks">): Promise<ClickSource> {
  switch (config.clicks) {
    case "outbox": {
      const { connectTo, openOutboxSource } = await import("@narrows/clicks/outbox");
      return openOutboxSource({ connect: connectTo(databaseOf(config)), nowMs: clocks.now });
    }
    case "kafka": {
      const { openKafkaSource } = await import("@narrows/clicks/kafka");
      return openKafkaSource({ ...(await kafkaConnection(config)), group: config.kafkaGroup });
    }
    default: {
      const { openFileSource } = await import("@narrows/clicks/files");
      return openFileSource({ folder: clickFolders(config.dataDir).log, now: clocks.now });
    }
  }
}

/** An append that nobody has taken is tried again by the recorder, which has the buffer. */
const kafkaDeadlineMs = 5_000;

const noPressure = (): Pressure => "none";

/** The options were refused at the start where one of these is missing. */
function databaseOf({ databaseUrl }: ClickConfig): string {
  if (databaseUrl === undefined) throw new Error("CLICKS=outbox without DATABASE_URL.");
  return databaseUrl.href;
}
