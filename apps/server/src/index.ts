import { ConfigError, createLogger, runUntilSignal, type Logger } from "@narrows/service";
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
  const log = createLogger({ level: config.logLevel });
  const lifecycle = createServerLifecycle({ config, log, clocks: systemClocks, onListening: announce(log) });
  return runUntilSignal(lifecycle, { log });
}

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
  const { log = createLogger({ level: "silent" }), clocks = systemClocks } = options;
  const listening = Promise.withResolvers<Listening>();
  const lifecycle = createServerLifecycle({ config, log, clocks, onListening: listening.resolve });
  await lifecycle.start();
  return { ...(await listening.promise), stop: () => lifecycle.stop() };
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

/** The one line that a start leaves: where to go, and where the key is. */
function announce(log: Logger): (listening: Listening) => void {
  return ({ url, host, port, adminKeyFile }) => {
    const keyHint = adminKeyFile === undefined ? "" : `; the administrator's key is in ${adminKeyFile}`;
    log.info({ url, host, port, adminKeyFile }, `Narrows answers at ${url}${keyHint}`);
  };
}
