import { Worker } from "node:worker_threads";
import { ClickError } from "../../click-error.ts";
import { errorFrom, type ThreadReply } from "./thread-reply.ts";
import { Turns } from "./turns.ts";

export type AskedThreadOptions = {
  /** The file that the thread runs; it answers by `serveThread`. */
  readonly entry: URL;
  readonly workerData: unknown;
  /** Bound of the thread's JavaScript heap; SQLite's memory is not in it. */
  readonly maxHeapMb: number;
  /** Questions that may wait; of more, one of whoever waits for most is refused. */
  readonly queueLimit: number;
};

/** Plain numbers for metrics, counted since the start. */
export type AskedThreadStats = {
  readonly queued: number;
  readonly answered: number;
  /** Refused because too many were waiting, not answered in time, or given up before they were asked. */
  readonly overloaded: number;
  readonly restarts: number;
};

export type Asking = {
  /** Whoever asks much holds up himself first. Default: all are one. */
  readonly asker?: string | undefined;
  /**
   * Of this question alone. Aborted, the question is refused while it waits; once the thread is at it, it goes on until the
   * deadline, for to end a thread costs those that wait more than an answer for nobody.
   */
  readonly signal?: AbortSignal | undefined;
};

type Waiting = {
  readonly asker: string;
  readonly question: unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
};

/** How long the end of a thread that was told to end at once is waited for. */
const endMs = 500;

/**
 * A thread that answers one question after the other, of several askers by turns, and is started again when it died. One that does not answer in
 * time is ended: SQLite undoes what it was at.
 */
export class AskedThread {
  readonly #options: AskedThreadOptions;
  readonly #queue = new Turns<Waiting>();
  #asked: Waiting | undefined;
  #worker: Worker | undefined;
  #isEnding = false;
  #closing: Promise<void> | undefined;
  readonly #counts = { answered: 0, overloaded: 0, starts: 0 };

  constructor(options: AskedThreadOptions) {
    this.#options = options;
  }

  /**
   * @param deadlineMs From asking to the answer, waiting included.
   * @throws {ClickError} `STORE_UNAVAILABLE` when too many wait, at the deadline, when its signal is aborted before it is asked,
   * when the thread died, and after `close`.
   */
  ask(question: unknown, deadlineMs: number, { asker = "", signal }: Asking = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closing !== undefined) throw unavailable("It was closed.");
      if (signal?.aborted) throw this.#giveUp();
      if (this.#queue.size >= this.#options.queueLimit) this.#makeRoomFor(asker);
      const timer = setTimeout(() => this.#expire(waiting, deadlineMs), deadlineMs);
      const waiting: Waiting = { asker, question, resolve, reject, timer };
      this.#queue.add(waiting);
      signal?.addEventListener("abort", () => this.#leaveOut(waiting), { once: true });
      this.#askNext();
    });
  }

  stats(): AskedThreadStats {
    const { starts, ...counts } = this.#counts;
    return { queued: this.#queue.size, ...counts, restarts: Math.max(0, starts - 1) };
  }

  /** Refuses what waits, lets the thread finish what it is at, and ends it when it does not within the deadline. */
  close(deadlineMs: number): Promise<void> {
    this.#closing ??= this.#close(deadlineMs);
    return this.#closing;
  }

  async #close(deadlineMs: number): Promise<void> {
    for (const waiting of this.#queue.takeAll()) settle(waiting).reject(unavailable("It was closed meanwhile."));
    const worker = this.#worker;
    if (worker === undefined) return;
    worker.postMessage(null);
    if (await this.#exits(worker, deadlineMs)) return;
    this.#takeAsked()?.reject(unavailable("It was closed meanwhile."));
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

  #makeRoomFor(asker: string): void {
    const refusal = this.#overload("Too much is waiting for it.");
    const other = this.#queue.takeOfGreediest(asker);
    if (other === undefined) throw refusal;
    settle(other).reject(refusal);
  }

  #askNext(): void {
    if (this.#asked !== undefined || this.#isEnding) return;
    this.#asked = this.#queue.take();
    if (this.#asked === undefined) return;
    this.#worker ??= this.#spawn();
    this.#worker.postMessage(this.#asked.question);
  }

  #spawn(): Worker {
    this.#counts.starts += 1;
    const { entry, workerData, maxHeapMb } = this.#options;
    const worker = new Worker(entry, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 64 },
    });
    let cause: unknown;
    worker.on("message", (reply: ThreadReply) => this.#answered(reply));
    worker.on("error", (error: unknown) => (cause = error));
    worker.on("exit", (exitCode) => this.#ended(exitCode, cause));
    return worker;
  }

  #answered(reply: ThreadReply): void {
    const asked = this.#takeAsked();
    // The thread gets its next question before this one busies itself with the answer.
    this.#askNext();
    if (asked === undefined) return;
    this.#counts.answered += 1;
    if (reply.kind === "answer") asked.resolve(reply.answer);
    else asked.reject(errorFrom(reply));
  }

  #ended(exitCode: number, cause: unknown): void {
    this.#worker = undefined;
    this.#isEnding = false;
    const message = `Its thread ended with code ${exitCode}; what it was at may or may not be stored.`;
    this.#takeAsked()?.reject(unavailable(message, cause));
    this.#askNext();
  }

  #leaveOut(waiting: Waiting): void {
    if (this.#queue.remove(waiting)) settle(waiting).reject(this.#giveUp());
  }

  #giveUp(): ClickError {
    return this.#overload("Nobody waits for it any more.");
  }

  /**
   * A process that was stopped for a while finds its timers due at once, and the answer, perhaps, queued behind them:
   * one turn of the event loop delivers it.
   */
  #expire(waiting: Waiting, deadlineMs: number): void {
    setImmediate(() => {
      const isAsked = this.#asked === waiting;
      if (!this.#queue.remove(waiting) && !isAsked) return;
      waiting.reject(this.#overload(`It gave no answer within ${deadlineMs} ms.`));
      if (isAsked) this.#endWorker();
    });
  }

  /** Not replaced before it is gone: it may still hold the lock. */
  #endWorker(): void {
    this.#takeAsked();
    this.#isEnding = true;
    void this.#worker?.terminate();
  }

  #takeAsked(): Waiting | undefined {
    const asked = this.#asked;
    this.#asked = undefined;
    return asked === undefined ? undefined : settle(asked);
  }

  #overload(detail: string): ClickError {
    this.#counts.overloaded += 1;
    return unavailable(detail);
  }
}

function settle(waiting: Waiting): Waiting {
  clearTimeout(waiting.timer);
  return waiting;
}

function unavailable(detail: string, cause?: unknown): ClickError {
  return new ClickError("STORE_UNAVAILABLE", detail, cause === undefined ? {} : { cause });
}
