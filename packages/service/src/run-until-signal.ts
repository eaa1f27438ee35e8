import { ConfigError } from "./config/config-error.ts";
import type { Lifecycle } from "./lifecycle.ts";
import type { Logger } from "./logger.ts";

/** What of `process` is needed: where signals and stray errors arrive, and the way out. */
type Host = Pick<NodeJS.Process, "on" | "off" | "exit" | "stderr">;

type RunOptions = {
  readonly log: Logger;
  readonly host?: Host;
  /** A clock that never goes back. */
  readonly monotonicMs?: () => number;
};

/** The exit code of a program that cannot go on: 2 when its configuration must be changed, else 1. */
export function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof ConfigError ? 2 : 1;
}

/**
 * Starts the parts, waits for SIGTERM or SIGINT, stops them, and gives the exit code.
 *
 * 0: stopped as asked. 1: the start failed, a part did not stop properly, or an error reached the top of the process.
 * 2: the start threw a `ConfigError`; its message is on standard error, for people to read. A second signal ends the
 * process at once with 1.
 */
export async function runUntilSignal(lifecycle: Lifecycle, options: RunOptions): Promise<number> {
  const { log, host = process, monotonicMs = () => performance.now() } = options;
  const ending = new Ending();
  const stopListening = listen(host, log, ending);
  try {
    const started = lifecycle.start().then(
      () => true,
      (error: unknown) => {
        if (!ending.isGivenUp(error)) ending.begin(startFailed(error, log, host));
        return false;
      },
    );
    await ending.begun;
    const stoppingMs = monotonicMs();
    const unstopped = await lifecycle.stop();
    if (await started) log.info({ durationMs: Math.round(monotonicMs() - stoppingMs), unstopped }, "Stopped.");
    if (unstopped.length > 0) ending.begin(1);
    return ending.exitCode;
  } finally {
    stopListening();
  }
}

/** Begins once, for whatever reason comes first; what goes wrong on the way out still makes the exit code worse. */
class Ending {
  readonly #begun = Promise.withResolvers<void>();
  #isBegun = false;
  #exitCode = 0;

  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  get isBegun(): boolean {
    return this.#isBegun;
  }

  get exitCode(): number {
    return this.#exitCode;
  }

  begin(exitCode: number): void {
    this.#isBegun = true;
    this.#exitCode = Math.max(this.#exitCode, exitCode);
    this.#begun.resolve();
  }

  /** True for a start that only says that it was ended as asked. */
  isGivenUp(error: unknown): boolean {
    return this.#isBegun && error instanceof Error && error.name === "AbortError";
  }
}

function startFailed(error: unknown, log: Logger, host: Host): number {
  const exitCode = exitCodeOf(error);
  if (exitCode === 2 && error instanceof Error) host.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, "The start failed.");
  return exitCode;
}

/** Listens for signals and stray errors; returns what takes the listeners away. */
function listen(host: Host, log: Logger, ending: Ending): () => void {
  const onSignal = (signal: NodeJS.Signals): void => {
    if (ending.isBegun) host.exit(1);
    log.info({ signal }, "Stopping.");
    ending.begin(0);
  };
  const onStrayError = (error: unknown): void => {
    log.fatal({ err: error }, "An error reached the top of the process; stopping.");
    ending.begin(1);
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
