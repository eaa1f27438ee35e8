import { ConfigError, createLogger, openLogSink, runUntilSignal, type Logger } from "@narrows/service";
import { announce } from "./announce.ts";
import { systemClocks, type Clocks } from "./clocks.ts";
import { readServerConfig, type ServerConfig } from "./config.ts";
import { createServerLifecycle, type Listening } from "./server.ts";

export { readServerConfig, serverConfigTable, type ServerConfig } from "./config.ts";
export { databasePath } from "./presets/database-path.ts";
export { problemTable, type ProblemCode, type ProblemRow } from "./problems/index.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs the link service until a signal stops it, and gives the exit code.
 *
 * 0: stopped as asked. 1: something failed. 2: the configuration must be changed; what and how is on standard error.
 */
export async function serve(environment: Environment): Promise<number> {
  const config = readConfigOrSay(environment);
  if (config === undefined) return 2;
  const sink = openLogSink();
  const log = createLogger({ level: config.logLevel, write: sink.write });
  const flushLog = (): Promise<void> => sink.flush(flushDeadlineMs);
  const lifecycle = createServerLifecycle({
    config,
    log,
    droppedLogLines: sink.droppedLines,
    clocks: systemClocks,
    onListening: announce(log),
  });
  try {
    return await runUntilSignal(lifecycle, { log, flushLog });
  } finally {
    await flushLog();
  }
}

/** How long a reader of the log that stalls may hold up the end. */
const flushDeadlineMs = 500;

/** A server that runs in this process. */
export type RunningServer = Listening & {
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
  const lifecycle = createServerLifecycle({ config, log, clocks, onListening: listening.resolve });
  await lifecycle.start();
  return { ...(await listening.promise), stop: () => lifecycle.stop() };
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
