import type { Logger } from "./logger.ts";

/** Something that is opened when a program starts and closed when it stops. */
export type Part = {
  readonly name: string;
  /** Resolves when the part is ready. `signal` is aborted when the program is to stop meanwhile. */
  readonly start?: (signal: AbortSignal) => Promise<void> | void;
  /** Resolves when nothing of the part is left. Called once, and only after its start has succeeded. */
  readonly stop?: () => Promise<void> | void;
};

/** Starts parts in order and stops them in reverse. */
export interface Lifecycle {
  /** Adds a part behind the ones that are there. Only before the start. */
  add(part: Part): this;
  /**
   * Starts one part after another, each within its deadline. When one fails, those before it are stopped and its error
   * is thrown.
   *
   * @throws {Error} The failed part's error; an `AbortError` when `stop` came meanwhile, at the latest one stop deadline
   * after it.
   */
  start(): Promise<void>;
  /**
   * Stops the started parts in reverse order, each within the deadline; one that fails does not keep the others. A part
   * that is still starting gets as long to be ready; one that is ready later is stopped then. Further calls give the
   * same promise.
   *
   * @returns The names of the parts that did not stop properly, those that were never ready in time among them.
   */
  stop(): Promise<readonly string[]>;
}

export type LifecycleOptions = {
  readonly log: Logger;
  /** For each part. */
  readonly stopDeadlineMs: number;
  /** For each part; long enough to bring a large database up to date. Default: 600,000. */
  readonly startDeadlineMs?: number;
};

/** Creates an empty lifecycle. */
export function createLifecycle({ log, stopDeadlineMs, startDeadlineMs = 600_000 }: LifecycleOptions): Lifecycle {
  const parts: Part[] = [];
  const started: Part[] = [];
  const unready: Part[] = [];
  const abort = new AbortController();
  const deadlines = { startDeadlineMs, stopDeadlineMs, signal: abort.signal };
  let starting: Promise<void> | undefined;
  let stopping: Promise<readonly string[]> | undefined;

  const startAll = async (): Promise<void> => {
    for (const part of parts) {
      const isReady = await startPart(part, log, deadlines);
      (isReady ? started : unready).push(part);
      abort.signal.throwIfAborted();
      if (!isReady) throw new Error(`The part ${part.name} was not ready within ${startDeadlineMs} ms.`);
    }
  };

  const stopAll = async (): Promise<readonly string[]> => {
    // Bounded: from the abort on, the part that is starting has one deadline. How the start went is its caller's to hear.
    await starting?.catch(() => undefined);
    const failed = unready.map((part) => part.name);
    for (const part of started.splice(0).toReversed()) {
      if (!(await stopPart(part, log, stopDeadlineMs))) failed.push(part.name);
    }
    return failed;
  };

  const lifecycle: Lifecycle = {
    add(part) {
      if (starting !== undefined) throw new Error(`The part ${part.name} was added after the start.`);
      parts.push(part);
      return lifecycle;
    },
    async start() {
      starting ??= startAll();
      try {
        await starting;
      } catch (error) {
        await lifecycle.stop();
        throw error;
      }
    },
    stop() {
      abort.abort();
      return (stopping ??= stopAll());
    },
  };
  return lifecycle;
}

type Deadlines = Required<Pick<LifecycleOptions, "startDeadlineMs" | "stopDeadlineMs">> & {
  readonly signal: AbortSignal;
};

/**
 * False when the part was not ready in time; it is stopped should it be ready later.
 *
 * @throws {Error} The part's own.
 */
async function startPart(part: Part, log: Logger, deadlines: Deadlines): Promise<boolean> {
  deadlines.signal.throwIfAborted();
  const ready = Promise.resolve(part.start?.(deadlines.signal));
  if (await settlesInTime(ready, deadlines)) {
    await ready;
    return true;
  }
  log.error({ part: part.name }, "A part was still starting at the deadline.");
  ready.then(
    () => void stopPart(part, log, deadlines.stopDeadlineMs),
    (error: unknown) => log.error({ part: part.name, err: error }, "A part failed to start after the deadline."),
  );
  return false;
}

/** False when the part failed or missed the deadline; either is logged. */
async function stopPart(part: Part, log: Logger, deadlineMs: number): Promise<boolean> {
  try {
    const stopped = Promise.resolve(part.stop?.());
    if (await settles(stopped, deadlineMs)) {
      await stopped;
      return true;
    }
    log.error({ part: part.name, deadlineMs }, "A part did not stop within the deadline.");
  } catch (error) {
    log.error({ part: part.name, err: error }, "A part failed to stop.");
  }
  return false;
}

/** True when a start settles, either way, within its deadline and within the other one after the signal. */
async function settlesInTime(ready: Promise<unknown>, deadlines: Deadlines): Promise<boolean> {
  const { startDeadlineMs, stopDeadlineMs, signal } = deadlines;
  const { promise: aborted, resolve: onAbort } = Promise.withResolvers<unknown>();
  if (signal.aborted) onAbort(undefined);
  signal.addEventListener("abort", onAbort);
  try {
    return (await settles(Promise.race([ready, aborted]), startDeadlineMs)) && (await settles(ready, stopDeadlineMs));
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** True when the promise settles, either way, within the deadline. */
async function settles(promise: Promise<unknown> | undefined, deadlineMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, deadlineMs, false);
  const settled = Promise.resolve(promise).then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}
