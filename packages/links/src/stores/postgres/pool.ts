import { StoreError } from "../../store-error.ts";
import type { Breaker } from "./breaker.ts";
import type { Connection } from "./connection.ts";
import { ConnectionLost, sqlStateOf, storeErrorFrom } from "./postgres-error.ts";
import { statementOf } from "./sql.ts";
import { watchAnswers } from "./watch-answers.ts";

export type PoolOptions = {
  /** What is kept here, for messages: "lookups". */
  readonly name: string;
  /** Connections, at most; they are opened when they are needed. */
  readonly size: number;
  /** Jobs that wait, at most; more are refused. */
  readonly queueLimit: number;
  /** How long a job waits for a connection before it is refused. */
  readonly waitMs: number;
  /** How long a job may go without an answer until its connection is destroyed: longer than a statement may take. */
  readonly runMs: number;
  readonly breaker: Breaker;
  readonly open: () => Promise<Connection>;
  /** Called when a job begins; what it gives is called at its end. */
  readonly watchJob?: (() => () => void) | undefined;
};

export type PoolStats = {
  readonly connections: number;
  readonly queued: number;
  readonly jobs: number;
  /** Jobs refused because too many waited, or one waited for too long. */
  readonly overloaded: number;
  /** Jobs whose connection was destroyed because no answer came. */
  readonly hung: number;
};

type Job = {
  /** Gives what passes the result on. */
  readonly run: (connection: Connection) => Promise<() => void>;
  readonly refuse: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
};

/** After a connection could not be opened, none is tried for so long. */
const openPauseMs = 100;

const anything = statementOf("SELECT 1");

/**
 * Gives one job at a time to each of a few connections. What goes wrong with them is this pool's alone, until the breaker
 * has found that the server does not answer anybody.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #idle: Connection[] = [];
  readonly #open = new Set<Connection>();
  #queue: Job[] = [];
  #opening = 0;
  /** Why the last connection could not be opened, while none is tried. */
  #openRefusal: StoreError | undefined;
  #isClosed = false;
  #whenIdle: (() => void) | undefined;
  readonly #onAnswer = new Set<() => void>();
  readonly #answered = () => {
    for (const each of this.#onAnswer) each();
  };
  readonly #counts = { jobs: 0, overloaded: 0, hung: 0 };

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * Runs the job with a connection of its own; one that it leaves in a transaction must not come back, so a job that
   * fails in one ends it or destroys the connection.
   *
   * @throws {StoreError} `STORE_OVERLOADED`, `STORE_UNAVAILABLE` before the job began
   * @throws {ConnectionLost} and whatever else the job throws
   */
  use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const refusal = this.refusal();
      if (refusal !== undefined) throw refusal;
      if (this.#queue.length >= this.#options.queueLimit) throw this.#overload("Too many questions are waiting");
      const job: Job = {
        run: (connection) =>
          this.#supervise(connection, work).then(
            (result) => () => resolve(result),
            (error: unknown) => () => job.refuse(error),
          ),
        refuse: reject,
        timer: setTimeout(() => this.#expire(job), this.#options.waitMs),
      };
      this.#queue.push(job);
      this.#serve();
    });
  }

  /**
   * Opens a connection where there is none; it is no job.
   *
   * @throws {StoreError} why there is none
   */
  async take(): Promise<void> {
    if (this.#open.size === 0) await this.#openOne();
    const refusal = this.refusal();
    if (refusal !== undefined) throw refusal;
  }

  /** Why nothing may be asked at present: the pool is closed, its server given up, or no connection to be had. */
  refusal(): StoreError | undefined {
    if (this.#isClosed) return new StoreError("STORE_UNAVAILABLE", "The database was closed.");
    return this.#options.breaker.refusal() ?? (this.#open.size === 0 ? this.#openRefusal : undefined);
  }

  /**
   * Resolves with the next answer on any connection. Those that are at leisure are asked something, and destroyed when no
   * answer comes.
   *
   * @throws {ConnectionLost} when there is none in time
   */
  async prove(deadlineMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const lost = new ConnectionLost(`no answer within ${deadlineMs} ms`);
    // One turn later, as in `watchAnswers`.
    const timer = setTimeout(() => setImmediate(reject, lost), deadlineMs);
    this.#onAnswer.add(resolve);
    for (const connection of this.#idle.splice(0)) void this.#ask(connection, deadlineMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#onAnswer.delete(resolve);
    }
  }

  /** Tries connections again without the pause after one that could not be opened. */
  resume(): void {
    this.#openRefusal = undefined;
    this.#serve();
  }

  /** Refuses everything that waits for a connection. */
  refuseAll(error: StoreError): void {
    for (const { refuse, timer } of this.#queue.splice(0)) {
      clearTimeout(timer);
      refuse(error);
    }
  }

  stats(): PoolStats {
    return { connections: this.#open.size, queued: this.#queue.length, ...this.#counts };
  }

  /** Refuses what comes, lets what was accepted end, and closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#isBusy()) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
    await Promise.all([...this.#open].map((connection) => connection.close()));
  }

  #serve(): void {
    while (this.#queue.length > 0) {
      const connection = this.#takeIdle();
      if (connection === undefined) break;
      const job = this.#queue.shift();
      if (job !== undefined) this.#start(connection, job);
    }
    const mayOpen = this.#openRefusal === undefined && this.#open.size + this.#opening < this.#options.size;
    if (mayOpen && this.#queue.length > this.#opening) void this.#openOne();
    if (!this.#isBusy()) this.#whenIdle?.();
  }

  #isBusy(): boolean {
    return this.#queue.length > 0 || this.#opening > 0 || this.#idle.length < this.#open.size;
  }

  #takeIdle(): Connection | undefined {
    for (;;) {
      const connection = this.#idle.pop();
      if (connection === undefined || connection.isOpen) return connection;
      this.#open.delete(connection);
    }
  }

  #start(connection: Connection, { run, timer }: Job): void {
    clearTimeout(timer);
    this.#counts.jobs += 1;
    const end = this.#options.watchJob?.();
    void run(connection).then((pass) => {
      end?.();
      // First, so that whoever asks the next thing on hearing the answer needs no other connection.
      this.#giveBack(connection);
      pass();
    });
  }

  async #openOne(): Promise<void> {
    this.#opening += 1;
    try {
      const connection = await this.#options.open();
      this.#open.add(connection);
      this.#idle.push(connection);
    } catch (error) {
      this.#pauseOpening(error);
    } finally {
      this.#opening -= 1;
      this.#serve();
    }
  }

  /** With a connection left the others may wait for it: the server may have no more than these for us. */
  #pauseOpening(error: unknown): void {
    const refusal = refusalFrom(error);
    this.#openRefusal = refusal;
    setTimeout(() => this.resume(), openPauseMs);
    if (this.#open.size > 0) return;
    this.refuseAll(refusal);
    if (!isOutOfSlots(error)) this.#options.breaker.suspect(error);
  }

  async #ask(connection: Connection, deadlineMs: number): Promise<void> {
    const onHung = () => connection.destroy(`no answer within ${deadlineMs} ms`);
    const watch = watchAnswers(connection, { deadlineMs, onAnswer: this.#answered, onHung });
    try {
      await connection.run(anything);
    } catch {
      // Whether it may still be used, it tells by itself.
    } finally {
      watch.end();
      this.#giveBack(connection);
    }
  }

  #giveBack(connection: Connection): void {
    if (connection.isOpen) this.#idle.push(connection);
    else this.#open.delete(connection);
    this.#serve();
  }

  async #supervise<Result>(connection: Connection, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const { runMs, breaker, name } = this.#options;
    const onHung = () => {
      this.#counts.hung += 1;
      connection.destroy(`no answer within ${runMs} ms`);
      breaker.suspect(new ConnectionLost(`${name} got no answer within ${runMs} ms`));
    };
    const watch = watchAnswers(connection, { deadlineMs: runMs, onAnswer: this.#answered, onHung });
    try {
      return await work(connection);
    } finally {
      watch.end();
    }
  }

  #expire(job: Job): void {
    if (!this.#queue.includes(job)) return;
    this.#queue = this.#queue.filter((other) => other !== job);
    job.refuse(this.#overload("The question waited for too long"));
  }

  #overload(what: string): StoreError {
    this.#counts.overloaded += 1;
    return new StoreError("STORE_OVERLOADED", `${what} (${this.#options.name}). Try again, more slowly.`);
  }
}

/** The server answers, and has no connection to spare. */
export function isOutOfSlots(error: unknown): boolean {
  return sqlStateOf(error) === "53300";
}

function refusalFrom(error: unknown): StoreError {
  const meaning = storeErrorFrom(error);
  if (meaning instanceof StoreError) return meaning;
  const what = error instanceof Error ? error.message : String(error);
  return new StoreError("STORE_UNAVAILABLE", `The database does not answer: ${what}.`, { cause: error });
}
