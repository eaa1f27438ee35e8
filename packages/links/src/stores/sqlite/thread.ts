import { Worker } from "node:worker_threads";
import { StoreError, type StoreErrorCode } from "../../store-error.ts";
import { errorFrom, type ThreadReply } from "./thread-reply.ts";

export type ThreadOptions = {
  /** The file that the thread runs; it answers by `serveThread`. */
  readonly entry: URL;
  readonly workerData: unknown;
  /** Bound of the thread's JavaScript heap; SQLite's memory is not in it. */
  readonly maxHeapMb: number;
  /** After this long without an answer the thread counts as dead and is ended. */
  readonly deadlineMs: number;
  /** How long a thread that is to finish may take, before it is ended. Default: `deadlineMs`. */
  readonly closeDeadlineMs?: number;
  /** What it means that a question was begun and its answer is lost. */
  readonly lossCode: StoreErrorCode;
};

/** A thread beside the main one that answers one question at a time, and is started again when it died. */
export interface Thread {
  /** Starts now what would otherwise start with the first question. */
  start(): void;
  /**
   * @throws {StoreError} `STORE_UNAVAILABLE` when the thread cannot be started now, `lossCode` when it died or stayed
   * silent: what was under way may or may not have been done.
   */
  ask(question: unknown): Promise<unknown>;
  /** Lets the thread finish in order, and ends it when it does not within its deadline. */
  close(): Promise<void>;
  /** How often it was started again. */
  readonly restarts: number;
}

type Waiting = {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
};

/** A thread that dies without having answered once is not started again sooner than this: it would only spin. */
const restartPauseMs = 1_000;

/** How long the end of a thread that was told to end at once is waited for. */
const endMs = 500;

/** The thread is started by `start` or the first question. */
export function createThread(options: ThreadOptions): Thread {
  return new RestartingThread(options);
}

class RestartingThread implements Thread {
  readonly #options: ThreadOptions;
  #worker: Worker | undefined;
  #waiting: Waiting | undefined;
  #starts = 0;
  #hasAnswered = true;
  #startedAt = 0;
  #isReady = false;
  #isDying = false;
  /** Why the last one ended, as far as it said. */
  #endCause: unknown;
  #closed = false;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  get restarts(): number {
    return Math.max(0, this.#starts - 1);
  }

  start(): void {
    if (this.#isDying) throw new StoreError("STORE_UNAVAILABLE", "The database's thread is stuck and being ended.");
    this.#worker ??= this.#spawn();
  }

  ask(question: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#waiting !== undefined) throw new Error("A thread answers one question at a time.");
      this.start();
      // Before anything waits for it: a question that cannot be sent throws here.
      this.#worker?.postMessage(question);
      const timer = setTimeout(() => this.#expire(timer), this.#options.deadlineMs);
      this.#waiting = { resolve, reject, timer };
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    worker.postMessage(null);
    const { deadlineMs, closeDeadlineMs = deadlineMs } = this.#options;
    if (await this.#exits(worker, closeDeadlineMs)) return;
    this.#takeWaiting()?.reject(new StoreError(this.#options.lossCode, "The database was closed meanwhile."));
    void worker.terminate();
    // Inside SQLite it goes on to the end of its statement, for which nobody waits.
    await this.#exits(worker, endMs);
  }

  async #exits(worker: Worker, deadlineMs: number): Promise<boolean> {
    if (this.#worker !== worker) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, deadlineMs, false);
    worker.once("exit", () => resolve(true));
    const hasExited = await promise;
    clearTimeout(timer);
    return hasExited;
  }

  #spawn(): Worker {
    if (this.#closed) throw new StoreError("STORE_UNAVAILABLE", "The database was closed.");
    if (!this.#hasAnswered && performance.now() - this.#startedAt < restartPauseMs) {
      const message = "The database's thread died; it is started again in a second.";
      throw new StoreError("STORE_UNAVAILABLE", message, { cause: this.#endCause });
    }
    this.#starts += 1;
    this.#startedAt = performance.now();
    this.#hasAnswered = false;
    this.#isReady = false;
    const { entry, workerData, maxHeapMb } = this.#options;
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 4 };
    const worker = new Worker(entry, { workerData, resourceLimits });
    let cause: unknown;
    worker.on("message", (reply: ThreadReply) => this.#settle(reply));
    worker.on("error", (error: unknown) => (cause = error));
    worker.on("exit", (exitCode) => this.#ended(exitCode, cause));
    return worker;
  }

  #settle(reply: ThreadReply): void {
    if (reply.kind === "ready") {
      this.#isReady = true;
      return;
    }
    this.#hasAnswered = true;
    const waiting = this.#takeWaiting();
    if (reply.kind === "answer") waiting?.resolve(reply.answer);
    else waiting?.reject(errorFrom(reply));
  }

  #ended(exitCode: number, cause: unknown): void {
    this.#worker = undefined;
    this.#isDying = false;
    this.#endCause = cause;
    this.#takeWaiting()?.reject(this.#lossOf(exitCode, cause));
  }

  /** A thread that ended before it was ready has not looked at the question. */
  #lossOf(exitCode: number, cause: unknown): StoreError {
    const ended = `The database's thread ended with code ${exitCode}`;
    if (!this.#isReady) return new StoreError("STORE_UNAVAILABLE", `${ended} at its start.`, { cause });
    const { lossCode } = this.#options;
    return new StoreError(lossCode, `${ended}; what was under way may or may not be stored.`, { cause });
  }

  /**
   * A process that was stopped for a while finds its timers due at once, and the answer, perhaps, queued behind them:
   * one turn of the event loop delivers it.
   */
  #expire(timer: NodeJS.Timeout): void {
    setImmediate(() => {
      if (this.#waiting?.timer === timer) this.#giveUp();
    });
  }

  /** The thread is not replaced before it is gone: inside SQLite it cannot be stopped, and may still hold the lock. */
  #giveUp(): void {
    const message = `No answer from the database within ${this.#options.deadlineMs} ms; a change may or may not be stored.`;
    this.#takeWaiting()?.reject(new StoreError(this.#options.lossCode, message));
    this.#isDying = true;
    void this.#worker?.terminate();
  }

  #takeWaiting(): Waiting | undefined {
    const waiting = this.#waiting;
    clearTimeout(waiting?.timer);
    this.#waiting = undefined;
    return waiting;
  }
}
