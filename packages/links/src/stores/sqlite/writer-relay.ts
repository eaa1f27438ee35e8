import { StoreError } from "../../store-error.ts";
import { ownBytes, type PackedAnswers, type PackedBatches } from "./packed-batch.ts";
import { failureReply, type ThreadReply } from "./thread-reply.ts";
import type { Thread } from "./thread.ts";
import type { WriteReply, WriteRequest } from "./write-port.ts";

export type WriterRelayOptions = {
  readonly thread: Thread;
  /** Commands in one transaction, at most, unless a single batch has more. */
  readonly batchLimit: number;
  /** More batches than this do not wait: they are refused. Each process has one under way, so only strays add up. */
  readonly queueLimit: number;
};

/** Counted since the start. */
export type WriterRelayStats = {
  readonly batches: number;
  readonly failedBatches: number;
  readonly lastCommitMs: number;
  readonly longestCommitMs: number;
};

type Waiting = {
  readonly request: WriteRequest;
  readonly from: number;
  readonly resolve: (reply: ThreadReply) => void;
};

/** How long a transaction waits for the next batches of those who were answered just now. */
const lingerMs = 1;

/**
 * Passes batches of several processes on to the one writer thread: what comes while a transaction is under way goes
 * out together as the next one, so that one fsync serves all of them.
 */
export class WriterRelay {
  readonly #options: WriterRelayOptions;
  readonly #queue: Waiting[] = [];
  #isBusy = false;
  #isClosed = false;
  #whenIdle: (() => void) | undefined;
  /** Who was answered last and has not asked again, as long as that is waited for. */
  #expected = new Set<number>();
  #linger: NodeJS.Timeout | undefined;
  readonly #counts = { batches: 0, failedBatches: 0, lastCommitMs: 0, longestCommitMs: 0 };

  constructor(options: WriterRelayOptions) {
    this.#options = options;
  }

  /**
   * Never rejects: a failure is a reply, too.
   *
   * @param from Tells one asking process from another.
   */
  async ask(request: WriteRequest, from: number): Promise<WriteReply> {
    const { promise, resolve } = Promise.withResolvers<ThreadReply>();
    const refusal = this.#refusal();
    if (refusal !== undefined) return { id: request.id, reply: failureReply(refusal) };
    this.#queue.push({ request, from, resolve });
    if (!this.#isBusy) this.#begin();
    else if (this.#expected.delete(from) && this.#expected.size === 0) this.#endLinger();
    return { id: request.id, reply: await promise };
  }

  stats(): WriterRelayStats {
    return { ...this.#counts };
  }

  /** Refuses new batches and resolves when all accepted ones are answered. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    if (this.#isBusy) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
  }

  #refusal(): StoreError | undefined {
    if (this.#isClosed) return new StoreError("STORE_UNAVAILABLE", "The database was closed.");
    if (this.#queue.length < this.#options.queueLimit) return undefined;
    return new StoreError("STORE_OVERLOADED", "Too many changes are waiting. Try again, more slowly.");
  }

  /** After the turn: what several processes have sent by now comes along in the first transaction. */
  #begin(): void {
    this.#isBusy = true;
    setImmediate(() => this.#sendNext());
  }

  /**
   * Processes that are busy ask again at once. Without waiting for them they would take turns, each with a commit of its
   * own; answered together, they ask together.
   */
  #goOn(answered: readonly Waiting[]): void {
    const queued = new Set(this.#queue.map(({ from }) => from));
    this.#expected = new Set(answered.map(({ from }) => from).filter((from) => !queued.has(from)));
    if (this.#expected.size === 0 || this.#isClosed) return this.#sendNext();
    this.#linger = setTimeout(() => this.#endLinger(), lingerMs);
  }

  #endLinger(): void {
    clearTimeout(this.#linger);
    this.#linger = undefined;
    this.#expected.clear();
    this.#sendNext();
  }

  #sendNext(): void {
    const group = this.#takeGroup();
    if (group.length === 0) {
      this.#isBusy = false;
      this.#whenIdle?.();
      return;
    }
    const question: PackedBatches = { packed: group.map(({ request }) => ownBytes(request.batch)) };
    this.#options.thread.ask(question).then(
      (answer) => this.#settle(group, answer as PackedAnswers),
      (error: unknown) => this.#fail(group, error),
    );
  }

  #takeGroup(): readonly Waiting[] {
    let commands = 0;
    let count = 0;
    for (const { request } of this.#queue) {
      commands += request.commands;
      if (count > 0 && commands > this.#options.batchLimit) break;
      count += 1;
    }
    return this.#queue.splice(0, count);
  }

  #settle(group: readonly Waiting[], { answers, commitMs }: PackedAnswers): void {
    this.#counts.batches += 1;
    this.#counts.lastCommitMs = commitMs;
    this.#counts.longestCommitMs = Math.max(this.#counts.longestCommitMs, commitMs);
    for (const [index, { resolve }] of group.entries()) resolve({ kind: "answer", answer: answers[index] });
    this.#goOn(group);
  }

  #fail(group: readonly Waiting[], error: unknown): void {
    this.#counts.failedBatches += 1;
    this.#sendNext();
    for (const { resolve } of group) resolve(failureReply(error));
  }
}
