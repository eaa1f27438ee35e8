import type { ListQuery } from "../../link-store.ts";
import { StoreError } from "../../store-error.ts";
import type { ReportsQuery, WalkQuery } from "./read-safety.ts";
import type { Thread } from "./thread.ts";

/** What the reader thread is asked. */
export type ReadCommand =
  | { readonly name: "list"; readonly query: ListQuery }
  | { readonly name: "links-by-time"; readonly query: WalkQuery }
  | { readonly name: "reports"; readonly query: ReportsQuery };

export type ReadQueueOptions = {
  readonly thread: Thread;
  /** More questions than this do not wait: they are refused. */
  readonly queueLimit: number;
  /** From asking to the answer, waiting included. */
  readonly deadlineMs: number;
};

/** Counted since the start. */
export type ReadStats = {
  readonly queued: number;
  readonly answered: number;
  /** Refused because too many were waiting, or not answered in time. */
  readonly overloaded: number;
};

type Waiting = {
  readonly command: ReadCommand;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
};

/**
 * Asks the reader thread one question after the other. One that outlives its deadline is given up, not stopped: SQLite
 * cannot be interrupted from here, so the next question starts when it is through.
 */
export class ReadQueue {
  readonly #options: ReadQueueOptions;
  #queue: Waiting[] = [];
  #isBusy = false;
  #isClosed = false;
  readonly #counts = { answered: 0, overloaded: 0 };

  constructor(options: ReadQueueOptions) {
    this.#options = options;
  }

  /** @throws {StoreError} */
  ask(command: ReadCommand): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new StoreError("STORE_UNAVAILABLE", "The database was closed.");
      if (this.#queue.length >= this.#options.queueLimit) throw this.#overload("Too many lists are waiting.");
      const timer = setTimeout(() => this.#expire(waiting), this.#options.deadlineMs);
      const waiting: Waiting = { command, resolve, reject, timer };
      this.#queue.push(waiting);
      if (!this.#isBusy) this.#askNext();
    });
  }

  stats(): ReadStats {
    return { queued: this.#queue.length, ...this.#counts };
  }

  /** Refuses what waits and what comes; the thread is the caller's to close. */
  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#queue.splice(0)) {
      clearTimeout(waiting.timer);
      waiting.reject(new StoreError("STORE_UNAVAILABLE", "The database was closed."));
    }
  }

  #askNext(): void {
    const waiting = this.#queue.shift();
    this.#isBusy = waiting !== undefined;
    if (waiting === undefined) return;
    this.#options.thread.ask(waiting.command).then(
      (answer) => this.#settle(waiting, () => waiting.resolve(answer)),
      (error: unknown) => this.#settle(waiting, () => waiting.reject(error)),
    );
  }

  #settle(waiting: Waiting, tell: () => void): void {
    clearTimeout(waiting.timer);
    this.#counts.answered += 1;
    this.#askNext();
    tell();
  }

  #expire(waiting: Waiting): void {
    this.#queue = this.#queue.filter((other) => other !== waiting);
    waiting.reject(this.#overload("The list took too long."));
  }

  #overload(what: string): StoreError {
    this.#counts.overloaded += 1;
    return new StoreError("STORE_OVERLOADED", `${what} Ask for less, or later.`);
  }
}
