import { ConfigError } from "./config/config-error.ts";
import type { Lifecycle } from "./lifecycle.ts";
import type { Logger } from "./logger.ts";

/** What of `process` is needed: where signals and stray errors arrive, and the way out. */
type Host = Pick<NodeJS.Process, "on" | "off" | "exit">;

type RunOptions = { readonly log: Logger; readonly host?: Host };

/** The exit code of a program that cannot go on: 2 when its configuration must be changed, else 1. */
export function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof ConfigError ? 2 : 1;
}

/**
 * Starts the parts, waits for SIGTERM or SIGINT, stops them, and gives the exit code.
 *
 * 0: stopped as asked. 1: the start failed, a part did not stop properly, or an error reached the top of the process.
 * 2: the start threw a `ConfigError`. A second signal ends the process at once with 1.
 */
export async function runUntilSignal(lifecycle: Lifecycle, { log, host = process }: RunOptions): Promise<number> {
  const ending = Promise.withResolvers<number>();
  const stopListening = listen(host, log, ending.resolve);
  try {
    const started = lifecycle.start().then(
      () => undefined,
      (error: unknown) => ending.resolve(startFailed(error, log)),
    );
    const exitCode = await ending.promise;
    const unstopped = await lifecycle.stop();
    await started;
    return exitCode === 0 && unstopped.length > 0 ? 1 : exitCode;
  } finally {
    stopListening();
  }
}

function startFailed(error: unknown, log: Logger): number {
  const exitCode = exitCodeOf(error);
  if (exitCode === 2 && error instanceof Error) log.fatal(error.message);
  else log.fatal({ err: error }, "The start failed.");
  return exitCode;
}

/** Listens for signals and stray errors; returns what takes the listeners away. */
function listen(host: Host, log: Logger, end: (exitCode: number) => void): () => void {
  let isEnding = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (isEnding) host.exit(1);
    isEnding = true;
    log.info({ signal }, "Stopping.");
    end(0);
  };
  const onStrayError = (error: unknown): void => {
    log.fatal({ err: error }, "An error reached the top of the process; stopping.");
    isEnding = true;
    end(1);
  };
  const listeners = [
    ["SIGTERM", onSignal],
    ["SIGINT", onSignal],
    ["uncaughtException", onStrayError],
    ["unhandledRejection", onStrayError],
  ] as const;
  for (const [event, listener] of listeners) host.on(event, listener);
  return () => {
    for (const [event, listener] of listeners) host.off(event, listener);
  };
}
