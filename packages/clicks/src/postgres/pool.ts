import type { Connect } from "./connect.ts";
import { Connection } from "./connection.ts";

export type PoolOptions = {
  readonly connect: Connect;
  /** Connections, at most; they are opened when they are needed. */
  readonly size: number;
  /** From the call to the result, the opening of a connection included; then the connection is destroyed. */
  readonly deadlineMs: number;
  /** What the server gives a statement. Default: `deadlineMs`. */
  readonly statementMs?: number;
  /** How long a statement may wait for a lock. Default: `statementMs`. */
  readonly lockMs?: number;
  /** Further settings of the sessions. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** Jobs that wait for a connection, at most. */
const queueLimit = 256;

/** The server ends a statement by itself; a connection on which it does not is destroyed so much later. */
const graceMs = 25;

const givenUp = "nobody waits for it any more";

type Waiting = { readonly give: (connection: Connection) => void; readonly refuse: (error: Error) => void };

/** A few connections, each for one job at a time, and none of them for longer than the deadline. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #open = new Set<Connection>();
  readonly #idle: Connection[] = [];
  readonly #waiting = new Set<Waiting>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    const { deadlineMs, statementMs = deadlineMs, lockMs = statementMs, settings = {} } = options;
    this.#options = options;
    this.#settings = {
      statement_timeout: String(statementMs),
      lock_timeout: String(lockMs),
      // A transaction that its client has forgotten holds its locks no longer.
      idle_in_transaction_session_timeout: String(deadlineMs),
      ...settings,
    };
  }

  /**
   * @param signal Of this job alone. Aborted, a job that waits for a connection is refused; one that has begun goes on.
   * @throws {Error} What the job throws; `ConnectionLost` at the deadline, or when there is no connection.
   */
  async use<Result>(work: (connection: Connection) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const deadline = new Deadline(this.#options.deadlineMs + graceMs);
    try {
      const connection = await this.#take(deadline, signal);
      try {
        deadline.onPassed = () => connection.destroy(deadline.reason);
        return await work(connection);
      } finally {
        this.#giveBack(connection);
      }
    } finally {
      deadline.end();
    }
  }

  /** @throws {Error} when it was closed */
  requireOpen(): void {
    if (this.#isClosed) throw new Error("the database was closed");
  }

  /** Lets what is under way end, within the deadline, and closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { refuse } of this.#waiting) refuse(new Error("the database was closed"));
    await Promise.all(this.#idle.splice(0).map((connection) => this.#end(connection)));
  }

  #take(deadline: Deadline, signal: AbortSignal | undefined): Promise<Connection> {
    return new Promise((resolve, reject) => {
      this.requireOpen();
      if (signal?.aborted) throw new Error(givenUp);
      const idle = this.#takeIdle();
      if (idle !== undefined) return resolve(idle);
      if (this.#open.size < this.#options.size) return resolve(this.#connect());
      if (this.#waiting.size >= queueLimit) throw new Error("too many statements are waiting");
      const waiting: Waiting = {
        give: (connection) => resolve(connection),
        refuse: (error) => {
          this.#waiting.delete(waiting);
          reject(error);
        },
      };
      this.#waiting.add(waiting);
      deadline.onPassed = () => waiting.refuse(new Error(deadline.reason));
      signal?.addEventListener("abort", () => waiting.refuse(new Error(givenUp)), { once: true });
    });
  }

  #takeIdle(): Connection | undefined {
    for (;;) {
      const connection = this.#idle.pop();
      if (connection === undefined || connection.isOpen) return connection;
      this.#open.delete(connection);
    }
  }

  #connect(): Connection {
    const connection = new Connection(this.#options.connect, this.#settings);
    this.#open.add(connection);
    return connection;
  }

  #giveBack(connection: Connection): void {
    if (!connection.isOpen) this.#open.delete(connection);
    if (this.#isClosed) return void this.#end(connection);
    const [next] = this.#waiting;
    if (next === undefined) {
      if (connection.isOpen) this.#idle.push(connection);
      return;
    }
    this.#waiting.delete(next);
    next.give(connection.isOpen ? connection : this.#connect());
  }

  async #end(connection: Connection): Promise<void> {
    this.#open.delete(connection);
    await connection.close();
  }
}

class Deadline {
  onPassed: (() => void) | undefined;
  readonly reason: string;
  readonly #timer: NodeJS.Timeout;
  #isOver = false;

  constructor(ms: number) {
    this.reason = `no answer within ${ms} ms`;
    // One turn later, for a process that was stopped for a while finds its timers due before the answers it has got.
    this.#timer = setTimeout(() => setImmediate(() => this.#pass()), ms);
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #pass(): void {
    if (!this.#isOver) this.onPassed?.();
  }
}
