import { ConfigError } from "./config/config-error.ts";
import { endFileCalls } from "./file-calls.ts";
import type { Lifecycle } from "./lifecycle.ts";
import type { Logger } from "./logger.ts";
import { watchThreads } from "./threads.ts";

/** What of `process` is needed: where signals and stray errors arrive, and the way out. */
type Host = Pick<NodeJS.Process, "on" | "off" | "exit" | "stderr" | "kill" | "pid" | "getActiveResourcesInfo">;

type RunOptions = {
  readonly log: Logger;
  /** Writes out what the log still holds. Default: it holds nothing. */
  readonly flushLog?: () => Promise<void>;
  readonly host?: Host;
  /** What stops the program. Default: SIGTERM and SIGINT. */
  readonly signals?: readonly NodeJS.Signals[];
  /** Stops the program, too, as the first signal would; a signal that comes then is no second one. */
  readonly asked?: AbortSignal;
  /** Writes why the program cannot start as configured. Default: on standard error. */
  readonly sayFault?: (text: string) => void;
  /** A clock that never goes back. */
  readonly monotonicMs?: () => number;
};

/** One Ctrl-C comes twice where a terminal gives it to npm and to what npm started, and npm passes it on. */
const echoMs = 1_000;

/** The exit code of a program that cannot go on: 2 when its configuration must be changed, else 1. */
export function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof ConfigError ? 2 : 1;
}

/**
 * Starts the parts, waits for SIGTERM or SIGINT, stops them, and gives the exit code.
 *
 * 0: stopped as asked. 1: the start failed, a part did not stop properly, or an error reached the top of the process.
 * 2: the start threw a `ConfigError`; its message is on standard error, for people to read. A second signal, a second or
 * more after the first, ends the process at once with 1. Where threads of the process or files are still in use after half a second, the
 * process ends by SIGKILL, for an exit would wait for them.
 */
export async function runUntilSignal(lifecycle: Lifecycle, options: RunOptions): Promise<number> {
  const { log, flushLog = async () => undefined, host = process, monotonicMs = () => performance.now() } = options;
  const { sayFault = (text) => host.stderr.write(text) } = options;
  const ending = new Ending();
  const threads = watchThreads(host);
  const endThreads = async (): Promise<void> => {
    const [areThreadsOver, areFilesOver] = await Promise.all([threads.end(), endFileCalls(host)]);
    if (areThreadsOver && areFilesOver) return;
    log.fatal("Threads or files were still in use after half a second; the process ends by SIGKILL.");
    await flushLog();
    host.kill(host.pid, "SIGKILL");
  };
  const exitAtOnce = (): void => void endThreads().then(() => host.exit(1));
  const stopListening = listen({ ...options, monotonicMs, host, ending, exitAtOnce });
  try {
    const started = lifecycle.start().then(
      () => true,
      (error: unknown) => {
        if (!ending.isGivenUp(error)) ending.begin(startFailed(error, log, sayFault));
        return false;
      },
    );
    await ending.begun;
    const stoppingMs = monotonicMs();
    const unstopped = await lifecycle.stop();
    if (await started) log.info({ durationMs: Math.round(monotonicMs() - stoppingMs), unstopped }, "Stopped.");
    if (unstopped.length > 0) ending.begin(1);
    await endThreads();
    return ending.exitCode;
  } finally {
    stopListening();
    threads.close();
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

function startFailed(error: unknown, log: Logger, sayFault: (text: string) => void): number {
  const exitCode = exitCodeOf(error);
  if (exitCode === 2 && error instanceof Error) sayFault(`${error.message}\n`);
  else log.fatal({ err: error }, "The start failed.");
  return exitCode;
}

type ListenOptions = Pick<RunOptions, "log" | "signals" | "asked"> & {
  readonly host: Host;
  readonly ending: Ending;
  readonly monotonicMs: () => number;
  readonly exitAtOnce: () => void;
};

/** Listens for signals and stray errors; returns what takes the listeners away. */
function listen(options: ListenOptions): () => void {
  const { host, log, ending, monotonicMs, exitAtOnce, signals = ["SIGTERM", "SIGINT"], asked } = options;
  // A program that was asked to stop has had no signal yet, so the next one is no second one.
  let isFirstSignalToCome = false;
  let firstAt = -Infinity;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (ending.isBegun && !isFirstSignalToCome) {
      if (monotonicMs() - firstAt >= echoMs) exitAtOnce();
      return;
    }
    isFirstSignalToCome = false;
    firstAt = monotonicMs();
    log.info({ signal }, "Stopping.");
    ending.begin(0);
  };
  const onAsked = (): void => {
    isFirstSignalToCome = !ending.isBegun;
    ending.begin(0);
  };
  const onStrayError = (error: unknown): void => {
    log.fatal({ err: error }, "An error reached the top of the process; stopping.");
    ending.begin(1);
  };
  const strays = ["uncaughtException", "unhandledRejection"] as const;
  for (const signal of signals) host.on(signal, onSignal);
  for (const event of strays) host.on(event, onStrayError);
  if (asked?.aborted === true) onAsked();
  asked?.addEventListener("abort", onAsked);
  return () => {
    for (const signal of signals) host.off(signal, onSignal);
    for (const event of strays) host.off(event, onStrayError);
    asked?.removeEventListener("abort", onAsked);
  };
}
