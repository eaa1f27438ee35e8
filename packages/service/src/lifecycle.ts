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
   * Starts one part after another. When one fails, those before it are stopped and its error is thrown.
   *
   * @throws {Error} The failed part's error; an `AbortError` when `stop` came meanwhile.
   */
  start(): Promise<void>;
  /**
   * Stops the started parts in reverse order, each within the deadline; one that fails does not keep the others.
   * Further calls give the same promise.
   *
   * @returns The names of the parts that did not stop properly.
   */
  stop(): Promise<readonly string[]>;
}

export type LifecycleOptions = {
  readonly log: Logger;
  /** For each part. */
  readonly stopDeadlineMs: number;
};

/** Creates an empty lifecycle. */
export function createLifecycle({ log, stopDeadlineMs }: LifecycleOptions): Lifecycle {
  const parts: Part[] = [];
  const started: Part[] = [];
  const abort = new AbortController();
  let starting: Promise<void> | undefined;
  let stopping: Promise<readonly string[]> | undefined;

  const startAll = async (): Promise<void> => {
    for (const part of parts) {
      abort.signal.throwIfAborted();
      await part.start?.(abort.signal);
      started.push(part);
    }
    abort.signal.throwIfAborted();
  };

  const stopAll = async (): Promise<readonly string[]> => {
    if (!(await settles(starting, stopDeadlineMs))) log.error("A part was still starting at the deadline.");
    const failed: string[] = [];
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
      stopping ??= stopAll();
      return stopping;
    },
  };
  return lifecycle;
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
