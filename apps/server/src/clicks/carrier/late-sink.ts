import type { OutboxStats } from "@narrows/clicks/outbox";
import { createLogSink, type VisitSink } from "@narrows/clicks/recorder";
import { ConfigError } from "@narrows/service";
import { createFaultLog } from "../../fault-log.ts";
import { clickCloseMs } from "../../stop-deadlines.ts";
import type { ClickConfig } from "../click-settings.ts";
import { kafkaConnection } from "../kafka-connection.ts";
import { createLate } from "../late.ts";
import { openClickLog, type ClickLogOptions, type OpenedClickLog, type Pressure } from "../open-click-log.ts";
import { openDescriber, type OpenedDescriber } from "../open-describer.ts";
import { openPlaces, openPlacesIfUsable, type OpenedPlaces } from "../open-places.ts";
import { settledWithin } from "../settled.ts";

/** Visits into the log as it is configured. */
export type LateSink = VisitSink & {
  /** @throws {ConfigError} When something is not as it must be that only an operator can mend. */
  readonly prepare: () => Promise<void>;
  readonly pressure: () => Pressure;
  /** Of an outbox that is open. */
  readonly outbox: () => OutboxStats | undefined;
  readonly close: () => Promise<void>;
};

type Opened = { readonly log: OpenedClickLog; readonly describer: OpenedDescriber; readonly sink: VisitSink };

export type LateSinkOptions = ClickLogOptions & {
  /** Whether the process is only being started: then what is wrong with places is refused, and later gone on without. */
  readonly isFirst: boolean;
};

/** What describes and logs is loaded and opened with the first visits. */
export function createLateSink(options: LateSinkOptions): LateSink {
  const { config } = options;
  let places: OpenedPlaces | undefined;
  let logNow: OpenedClickLog | undefined;
  const log = createLate(async () => (logNow = await openClickLog(options)));
  const opened = createLate(async (): Promise<Opened> => {
    const describer = await openDescriber({ ...options, places });
    const parts = { describer, log: await log.get() };
    const onFault = createFaultLog(
      options.log,
      "A redirect could not be described as a click; it is dropped and counted.",
    );
    return { ...parts, sink: createLogSink({ describe: describer.describe, log: parts.log, onFault }) };
  });
  return {
    async prepare() {
      if (config.clicks === "kafka") await kafkaConnection(config);
      places = await (options.isFirst ? openPlaces : openPlacesIfUsable)(config, options.log);
      // What a start before has left in the spool is not to wait for the next click.
      if (config.clicks === "outbox") await log.get().catch((error: unknown) => sayUnusable(error, config));
    },
    take: async (visits) => (await opened.get()).sink.take(visits),
    pressure: () => logNow?.pressure() ?? "none",
    outbox: () => logNow?.outbox?.(),
    async close() {
      await settledWithin(clickCloseMs.log, logNow?.close() ?? Promise.resolve());
      places?.close?.();
      (await opened.opened())?.describer.close();
    },
  };
}

function sayUnusable(error: unknown, { dataDir }: Pick<ClickConfig, "dataDir">): never {
  const problem = `the spool of clicks in ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  throw new ConfigError([{ option: "DATA_DIR", problem, mend: "Let the service write there." }], { cause: error });
}
