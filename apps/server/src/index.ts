import {
  ConfigError,
  createLogger,
  runUntilSignal,
  type Logger,
  type Metrics,
  type MetricsSnapshot,
} from "@narrows/service";
import { announce } from "./announce.ts";
import { systemClocks, type Clocks } from "./clocks.ts";
import { isMarkedWorker } from "./cluster/worker-mark.ts";
import { readServerConfig, type ServerConfig } from "./config.ts";
import { createServerLifecycle, type Listening } from "./server.ts";
import { openServiceLog } from "./service-log.ts";
import { stopSignals } from "./stop-signals.ts";

export { readServerConfig, serverConfigTable, type ServerConfig } from "./config.ts";
export { clickDatabasePath } from "./clicks/click-folders.ts";
export { openClickStore } from "./clicks/open-click-store.ts";
export { isOutboxEmpty } from "./clicks/is-outbox-empty.ts";
export { outboxPartition, seeClickLog, type LogSight } from "./clicks/see-click-log.ts";
export { databasePath } from "./presets/database-path.ts";
export { problemTable, type ProblemCode, type ProblemRow } from "./problems/index.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs the link service until a signal stops it, and gives the exit code.
 *
 * 0: stopped as asked. 1: something failed. 2: the configuration must be changed; what and how is on standard error.
 */
export async function serve(environment: Environment): Promise<number> {
  // Loaded only where there are several processes.
  if (isMarkedWorker(environment)) return (await import("./cluster/serve-worker.ts")).serveWorker(environment);
  const config = readConfigOrSay(environment);
  if (config === undefined) return 2;
  if (config.workers > 1) return (await import("./cluster/serve-primary.ts")).servePrimary(config);
  return serveAlone(config);
}

/**
 * Counts clicks beside the link service until a signal stops it, and gives the exit code, which means the same as that of
 * `serve`.
 */
export async function writeClicks(environment: Environment): Promise<number> {
  const config = readConfigOrSay(environment);
  if (config === undefined) return 2;
  if (config.clicks === "off") {
    process.stderr.write(
      "With CLICKS=off there is nothing to count. Give the writer the environment of the services.\n",
    );
    return 2;
  }
  return (await import("./clicks/serve-click-writer.ts")).serveClickWriter(config);
}

async function serveAlone(config: ServerConfig): Promise<number> {
  const { log, flushLog, droppedLines } = openServiceLog(config.logLevel);
  const onListening = announce(log);
  const clocks = systemClocks;
  const lifecycle = createServerLifecycle({ config, log, droppedLogLines: droppedLines, clocks, onListening });
  try {
    return await runUntilSignal(lifecycle, { log, flushLog, signals: stopSignals(() => sayNothingToReplace(log)) });
  } finally {
    await flushLog();
  }
}

function sayNothingToReplace(log: Logger): void {
  log.warn("SIGHUP replaces nothing with WORKERS=1. Restart the service to have its configuration read anew.");
}

/** A server that runs in this process. */
export type RunningServer = Listening & {
  /** What it counts, as it is sent between processes: with how one number of several is made. */
  readonly snapshot: () => Promise<MetricsSnapshot>;
  /** Finishes what is in flight; gives the names of the parts that did not stop properly. */
  readonly stop: () => Promise<readonly string[]>;
};

export type StartOptions = {
  /** Default: silent. */
  readonly log?: Logger;
  /** Default: the machine's. */
  readonly clocks?: Clocks;
};

/**
 * Starts the link service in this process and resolves when it answers.
 *
 * @throws {ConfigError} When the configuration must be changed.
 */
export async function startServer(config: ServerConfig, options: StartOptions = {}): Promise<RunningServer> {
  const { log = silentLog(), clocks = systemClocks } = options;
  const listening = Promise.withResolvers<Listening>();
  const metrics = Promise.withResolvers<Pick<Metrics, "snapshot">>();
  const told = { onListening: listening.resolve, onMetrics: metrics.resolve };
  const lifecycle = createServerLifecycle({ config, log, clocks, ...told });
  await lifecycle.start();
  const { snapshot } = await metrics.promise;
  return { ...(await listening.promise), snapshot, stop: () => lifecycle.stop() };
}

function silentLog(): Logger {
  return createLogger({ level: "silent", write: () => undefined });
}

function readConfigOrSay(environment: Environment): ServerConfig | undefined {
  try {
    return readServerConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return undefined;
  }
}
