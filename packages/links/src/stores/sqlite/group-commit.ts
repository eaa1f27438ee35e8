import { StoreError } from "../../store-error.ts";
import { DatabaseError } from "./database-error.ts";
import type { Thread } from "./thread.ts";
import type { BatchAnswer, WriteCommand, WriteName, Writes } from "./write-command.ts";

export type GroupCommitOptions = {
  readonly thread: Thread;
  /** More commands than this do not wait: they are refused. */
  readonly queueLimit: number;
  /** Commands in one transaction, at most. */
  readonly batchLimit: number;
  /** From asking to the answer, waiting included. */
  readonly deadlineMs: number;
};

/** Counted since the start. */
export type WriteStats = {
  readonly queued: number;
  readonly batches: number;
  readonly commands: number;
  readonly failedBatches: number;
  /** Commands refused because too many were waiting, or one waited for too long. */
  readonly overloaded: number;
  readonly lastCommitMs: number;
  readonly longestCommitMs: number;
};

type Waiting = {
  readonly command: WriteCommand;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
};

/**
 * Sends commands to the writer thread in batches: what is asked for while a batch is under way goes out together as
 * the next one, so that one fsync serves many and each is answered after its own commit.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  readonly #queue: Waiting[] = [];
  #isBusy = false;
  #isClosed = false;
  #whenIdle: (() => void) | undefined;
  readonly #counts = { batches: 0, commands: 0, failedBatches: 0, overloaded: 0, lastCommitMs: 0, longestCommitMs: 0 };

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  /**
   * @throws {StoreError}
   * @throws {DatabaseError} `ROW_REFUSED`
   */
  run<Name extends WriteName>(name: Name, argument: Writes[Name]["argument"]): Promise<Writes[Name]["result"]> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new StoreError("STORE_UNAVAILABLE", "The database was closed.");
      if (this.#queue.length >= this.#options.queueLimit) throw this.#overload("Too many changes are waiting.");
      // The types of name, argument and result go together by the signature above; a list of mixed commands loses that.
      const command = { name, argument } as WriteCommand;
      const timer = setTimeout(() => this.#expire(waiting), this.#options.deadlineMs);
      const waiting: Waiting = { command, resolve: resolve as (result: unknown) => void, reject, timer };
      this.#queue.push(waiting);
      if (!this.#isBusy) this.#begin();
    });
  }

  stats(): WriteStats {
    return { queued: this.#queue.length, ...this.#counts };
  }

  /** Refuses new commands and resolves when all accepted ones are answered. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    if (this.#isBusy) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
  }

  /** After the turn, not in it: every request that this turn of the event loop reads comes along in the first batch. */
  #begin(): void {
    this.#isBusy = true;
    setImmediate(() => this.#sendNext());
  }

  #sendNext(): void {
    if (this.#queue.length === 0) {
      this.#isBusy = false;
      this.#whenIdle?.();
      return;
    }
    const batch = this.#queue.splice(0, this.#options.batchLimit);
    const answer = this.#options.thread.ask(batch.map((waiting) => waiting.command));
    answer.then(
      (value) => this.#settle(batch, value as BatchAnswer),
      (error: unknown) => this.#fail(batch, error),
    );
  }

  #settle(batch: readonly Waiting[], answer: BatchAnswer): void {
    this.#counts.batches += 1;
    this.#counts.commands += batch.length;
    this.#counts.lastCommitMs = answer.commitMs;
    this.#counts.longestCommitMs = Math.max(this.#counts.longestCommitMs, answer.commitMs);
    stopTimers(batch);
    // The writer gets its next batch before this thread busies itself with the answers.
    this.#sendNext();
    for (const { index, reason } of answer.refusals) batch[index]?.reject(new DatabaseError("ROW_REFUSED", reason));
    for (const [index, waiting] of batch.entries()) waiting.resolve(answer.results[index]);
  }

  #fail(batch: readonly Waiting[], error: unknown): void {
    this.#counts.failedBatches += 1;
    stopTimers(batch);
    this.#sendNext();
    for (const waiting of batch) waiting.reject(error);
  }

  /** One turn later, for a process that was stopped for a while finds its timers due before the answers it has got. */
  #expire(waiting: Waiting): void {
    setImmediate(() => {
      const place = this.#queue.indexOf(waiting);
      if (place === -1) return waiting.reject(outcomeUnknown(this.#options.deadlineMs));
      this.#queue.splice(place, 1);
      return waiting.reject(this.#overload("The change waited for too long and was not made."));
    });
  }

  #overload(what: string): StoreError {
    this.#counts.overloaded += 1;
    return new StoreError("STORE_OVERLOADED", `${what} Try again, more slowly.`);
  }
}

function stopTimers(batch: readonly Waiting[]): void {
  for (const { timer } of batch) clearTimeout(timer);
}

/** Its batch is under way, and goes on. */
function outcomeUnknown(deadlineMs: number): StoreError {
  const message = `The change was begun and not answered within ${deadlineMs} ms; it may or may not be stored.`;
  return new StoreError("STORE_OUTCOME_UNKNOWN", message);
}
