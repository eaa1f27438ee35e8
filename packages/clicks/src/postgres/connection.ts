import { connect as connectSocket, Socket } from "node:net";
import type postgres from "postgres";
import type { Connect } from "./connect.ts";
import { readStatement, statementOf, valuesOf, type Parameters, type Statement } from "./statement.ts";

/** A row's values in the order of its columns. */
export type Row = readonly unknown[];

/** Why a connection is over; what was under way has an unknown outcome. */
export class ConnectionLost extends Error {
  constructor(reason: string, options: ErrorOptions = {}) {
    super(reason, options);
    this.name = "ConnectionLost";
  }
}

const greet = readStatement(import.meta.url, "greet");
const begin = statementOf("BEGIN");
const commit = statementOf("COMMIT");
const rollback = statementOf("ROLLBACK");

/** How long a goodbye may take. */
const closeMs = 1_000;

/**
 * One connection to PostgreSQL, which is never opened again. The library has no deadline for a query and would open a lost
 * connection again by itself, waiting for it without one; here whoever waits can end it, and everything on it rejects.
 */
export class Connection {
  readonly #client: postgres.Sql;
  readonly #waiting = new Set<(error: unknown) => void>();
  #socket: Socket | undefined;
  #lost: ConnectionLost | undefined;

  /** Nothing is sent before the first statement. @param settings Of the session, as in postgresql.conf. */
  constructor(connect: Connect, settings: Readonly<Record<string, string>>) {
    this.#client = connect({
      max: 1,
      prepare: true,
      // Arrays go as text, so their types need not be read from the server with each connection.
      fetch_types: false,
      idle_timeout: null,
      max_lifetime: null,
      connect_timeout: 30,
      backoff: () => 0,
      no_subscribe: true,
      onnotice: () => undefined,
      onclose: () => this.destroy("the connection was ended"),
      socket: ({ host, port, path }) => this.#openSocket(path, host[0], port[0]),
      connection: { application_name: "narrows clicks", default_transaction_isolation: "read committed", ...settings },
    });
    // Not waited for: it goes out in front of the first statement, and whatever is wrong is that one's fault, too.
    this.run(greet).catch(() => undefined);
  }

  get isOpen(): boolean {
    return this.#lost === undefined;
  }

  /** Statements go out in the order of the calls, without waiting for the answers before. */
  run(statement: Statement, parameters: Parameters = {}): Promise<readonly Row[]> {
    return this.#settle(() => this.#client(statement.texts, ...valuesOf(statement, parameters)).values());
  }

  /** Several statements in one text, as in a migration. */
  async runScript(sql: string): Promise<void> {
    await this.#settle(() => this.#client.unsafe(sql).values());
  }

  /** Runs the work in one transaction; whether it is committed is unknown only when the commit itself failed. */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const [, result] = await Promise.all([this.run(begin), work()]);
      await this.run(commit);
      return result;
    } catch (error) {
      await this.run(rollback).catch(() => this.destroy("a transaction could not be rolled back"));
      throw error;
    }
  }

  /** Ends it at once, whatever the server does; what is under way rejects with `ConnectionLost`. */
  destroy(reason: string): void {
    this.#lose(new ConnectionLost(reason));
  }

  /** Says goodbye to the server and ends it. */
  async close(): Promise<void> {
    if (this.#lost !== undefined) return;
    await this.#client.end({ timeout: closeMs / 1_000 });
    this.destroy("the connection was closed");
  }

  #lose(lost: ConnectionLost): void {
    if (this.#lost !== undefined) return;
    this.#lost = lost;
    this.#socket?.destroy();
    for (const reject of this.#waiting) reject(lost);
    this.#waiting.clear();
  }

  #settle(ask: () => PromiseLike<unknown>): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== undefined) throw this.#lost;
      const asked = ask();
      this.#waiting.add(reject);
      asked.then(
        (rows) => {
          this.#waiting.delete(reject);
          resolve(rows as readonly Row[]);
        },
        (error: unknown) => {
          this.#waiting.delete(reject);
          reject(this.#meaningOf(error));
        },
      );
    });
  }

  /** The answer of a server that goes on with the connection, or why it is over. */
  #meaningOf(error: unknown): Error {
    if (isAnswer(error)) return error;
    const lost = this.#lost ?? new ConnectionLost(messageOf(error), { cause: error });
    this.#lose(lost);
    return lost;
  }

  /** Asked once more it gives a dead one: the library would open a lost connection again by itself. */
  async #openSocket(path: string | false, host = "localhost", port = 5432): Promise<Socket> {
    if (this.#socket !== undefined || this.#lost !== undefined) return deadSocket("the connection is over");
    const socket = typeof path === "string" ? connectSocket(path) : connectSocket({ host, port, noDelay: true });
    this.#socket = socket;
    // The library reads the host's name from here, to check the server's certificate.
    Object.assign(socket, { host, port });
    const failure = await connected(socket);
    if (failure === undefined) return socket;
    const reason = messageOf(failure);
    this.destroy(reason);
    return deadSocket(reason);
  }
}

/** An error with which the server answers, the connection staying as it is. */
function isAnswer(error: unknown): error is Error {
  return error instanceof Error && error.name === "PostgresError" && "severity" in error && error.severity === "ERROR";
}

/** Of a host with several addresses the message is empty, and the code that of one of them. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "" && "code" in error ? String(error.code) : error.message;
}

/** What went wrong, or undefined. */
function connected(socket: Socket): Promise<Error | undefined> {
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(undefined));
    socket.once("error", resolve);
    socket.once("close", () => resolve(new Error("the connection was closed")));
  });
}

/** Fails once the library listens: a failure before would go unnoticed, and its queries would wait for ever. */
function deadSocket(reason: string): Socket {
  const socket = new Socket();
  setImmediate(() => socket.destroy(new Error(reason)));
  return socket;
}
