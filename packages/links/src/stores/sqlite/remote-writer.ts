import { StoreError } from "../../store-error.ts";
import { packCommands, unpackAnswer } from "./packed-batch.ts";
import { errorFrom } from "./thread-reply.ts";
import type { Thread } from "./thread.ts";
import type { WriteCommand } from "./write-command.ts";
import type { WritePort, WriteReply } from "./write-port.ts";

type Waiting = {
  readonly id: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
};

/**
 * Puts a writer in another process where a thread of this one would be.
 *
 * @param deadlineMs After this long without an answer nothing more is asked until that answer comes: the writer or the
 * way to it hangs.
 */
export function createRemoteWriter(port: WritePort, deadlineMs: number): Thread {
  return new RemoteWriter(port, deadlineMs);
}

class RemoteWriter implements Thread {
  readonly restarts = 0;
  readonly #port: WritePort;
  readonly #deadlineMs: number;
  #lastId = 0;
  #waiting: Waiting | undefined;
  /** The request whose answer is overdue. */
  #overdueId: number | undefined;
  #isLost = false;

  constructor(port: WritePort, deadlineMs: number) {
    this.#port = port;
    this.#deadlineMs = deadlineMs;
    port.open(
      (reply) => this.#settle(reply),
      () => this.#lose(),
    );
  }

  start(): void {
    // It runs already.
  }

  ask(question: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#waiting !== undefined) throw new Error("A writer answers one batch at a time.");
      this.#requireWay();
      const commands = question as readonly WriteCommand[];
      const id = (this.#lastId += 1);
      this.#send({ id, batch: packCommands(commands), commands: commands.length });
      const timer = setTimeout(() => setImmediate(() => this.#expire(id)), this.#deadlineMs);
      this.#waiting = { id, resolve, reject, timer };
    });
  }

  async close(): Promise<void> {
    this.#lose();
  }

  #requireWay(): void {
    if (this.#isLost) throw new StoreError("STORE_UNAVAILABLE", "The process that writes to the database is gone.");
    if (this.#overdueId === undefined) return;
    throw new StoreError("STORE_UNAVAILABLE", "The process that writes to the database does not answer.");
  }

  #send(request: Parameters<WritePort["send"]>[0]): void {
    try {
      this.#port.send(request);
    } catch (cause) {
      const message = "The process that writes to the database cannot be reached.";
      throw new StoreError("STORE_UNAVAILABLE", message, { cause });
    }
  }

  #settle({ id, reply }: WriteReply): void {
    if (id === this.#overdueId) this.#overdueId = undefined;
    if (reply.kind === "ready" || id !== this.#waiting?.id) return;
    const waiting = this.#takeWaiting();
    if (reply.kind === "answer") waiting?.resolve(unpackAnswer(reply.answer as Uint8Array));
    else waiting?.reject(errorFrom(reply));
  }

  #expire(id: number): void {
    if (this.#waiting?.id !== id) return;
    this.#overdueId = id;
    const message = `No answer from the process that writes within ${this.#deadlineMs} ms; a change may or may not be stored.`;
    this.#takeWaiting()?.reject(new StoreError("STORE_OUTCOME_UNKNOWN", message));
  }

  #lose(): void {
    this.#isLost = true;
    const message = "The process that writes to the database is gone; what was under way may or may not be stored.";
    this.#takeWaiting()?.reject(new StoreError("STORE_OUTCOME_UNKNOWN", message));
  }

  #takeWaiting(): Waiting | undefined {
    const waiting = this.#waiting;
    clearTimeout(waiting?.timer);
    this.#waiting = undefined;
    return waiting;
  }
}
