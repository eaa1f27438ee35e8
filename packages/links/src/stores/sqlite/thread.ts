import { Worker } from "node:worker_threads";
import { StoreError } from "../../store-error.ts";
import { errorFrom, type ThreadReply } from "./thread-reply.ts";

export type ThreadOptions = {
  /** The file that the thread runs; it answers by `serveThread`. */
  readonly entry: URL;
  readonly workerData: unknown;
  /** Bound of the thread's JavaScript heap; SQLite's memory is not in it. */
  readonly maxHeapMb: number;
  /** After this long without an answer the thread counts as dead and is ended. */
  readonly deadlineMs: number;
};

/** A thread beside the main one that answers one question at a time, and is started again when it died. */
export interface Thread {
  /** Starts now what would otherwise start with the first question. */
  start(): void;
  /**
   * @throws {StoreError} `STORE_UNAVAILABLE` when the thread died, stayed silent, or cannot be started now; what was
   * under way may or may not have been done.
   */
  ask(question: unknown): Promise<unknown>;
  /** Lets the thread finish in order; afterwards nothing of it keeps the process alive. */
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
  #isDying = false;
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
      const timer = setTimeout(() => this.#giveUp(), this.#options.deadlineMs);
      this.#waiting = { resolve, reject, timer };
      this.#worker?.postMessage(question);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    worker.postMessage(null);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => void worker.terminate().finally(resolve), this.#options.deadlineMs);
      worker.once("exit", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #spawn(): Worker {
    if (this.#closed) throw new StoreError("STORE_UNAVAILABLE", "The database was closed.");
    if (!this.#hasAnswered && performance.now() - this.#startedAt < restartPauseMs) {
      throw new StoreError("STORE_UNAVAILABLE", "The database's thread died; it is started again in a second.");
    }
    this.#starts += 1;
    this.#startedAt = performance.now();
    this.#hasAnswered = false;
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
    this.#hasAnswered = true;
    const waiting = this.#takeWaiting();
    if (reply.kind === "answer") waiting?.resolve(reply.answer);
    else waiting?.reject(errorFrom(reply));
  }

  #ended(exitCode: number, cause: unknown): void {
    this.#worker = undefined;
    this.#isDying = false;
    const message = `The database's thread ended with code ${exitCode}; what was under way may or may not be stored.`;
    this.#takeWaiting()?.reject(new StoreError("STORE_UNAVAILABLE", message, { cause }));
  }

  /** The thread is not replaced before it is gone: inside SQLite it cannot be stopped, and may still hold the lock. */
  #giveUp(): void {
    const message = `No answer from the database within ${this.#options.deadlineMs} ms; a change may or may not be stored.`;
    this.#takeWaiting()?.reject(new StoreError("STORE_UNAVAILABLE", message));
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
