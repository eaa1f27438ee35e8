import { connect, Socket } from "node:net";
import postgres from "postgres";
import { connectFault, demandsTls, noTls, refusesTls } from "./connect-fault.ts";
import type { ConnectionTarget } from "./connection-target.ts";
import { ConnectionEnded, ConnectionLost, tellsOfEnd } from "./postgres-error.ts";
import { readStatement, valuesOf, type Parameter, type Statement } from "./sql.ts";

/** A row's values in the order of its columns. */
export type Row = readonly unknown[];
export type Rows = readonly Row[] & { readonly count: number };

/** One connection to one server. It is never opened again: whoever wants another opens another. */
export interface Connection {
  readonly isOpen: boolean;
  /** Called with each answer of the server, also one that refuses, but not with one that ends the connection. */
  onAnswer: (() => void) | undefined;
  /** Statements go out in the order of the calls, without waiting for the answers before. */
  run(statement: Statement, parameters?: Readonly<Record<string, Parameter>>): Promise<Rows>;
  /** Several statements in one text, as in a migration. */
  runScript(sql: string): Promise<void>;
  /** Ends it at once, whatever the server does; what is under way rejects with `ConnectionLost`. */
  destroy(reason: string): void;
  /** Says goodbye to the server and ends it. */
  close(): Promise<void>;
}

/** How long a goodbye may take. */
const closeMs = 1_000;

const greet = readStatement("greet");

export type Greeting = {
  readonly serverVersion: number;
  readonly isReplica: boolean;
  /** Of the database, as the server writes it, such as UTF8. */
  readonly encoding: string;
};

/**
 * Connects, and waits until the server has answered a first question.
 *
 * @throws {ConnectionLost} when that takes longer than `target.connectMs` or the server cannot be reached
 * @throws {postgres.PostgresError} when the server refuses
 */
export async function openConnection(
  target: ConnectionTarget,
): Promise<{ readonly connection: Connection; readonly greeting: Greeting }> {
  const connection = new SocketConnection(target);
  const timer = setTimeout(() => connection.destroy(`no connection within ${target.connectMs} ms`), target.connectMs);
  try {
    const [row = []] = await connection.run(greet);
    const greeting = { serverVersion: Number(row[0]), isReplica: row[1] === true, encoding: String(row[2]) };
    return { connection, greeting };
  } catch (error) {
    connection.destroy("the connection failed");
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The library `postgres` has no deadline for a query and opens a lost connection again by itself, waiting for it without
 * one. So each of its clients has one connection here, over a socket that is ours to destroy, and ends with it.
 */
class SocketConnection implements Connection {
  onAnswer: (() => void) | undefined;
  readonly #client: postgres.Sql;
  readonly #demandsTls: boolean;
  readonly #waiting = new Set<(error: unknown) => void>();
  #socket: Socket | undefined;
  #lost: ConnectionLost | undefined;

  constructor(target: ConnectionTarget) {
    this.#demandsTls = demandsTls(target.url);
    const options = {
      ...target.options,
      max: 1,
      socket: ({ host, port, path }: SocketAddress) => this.#openSocket(path, host[0], port[0]),
      onclose: () => this.#lose(new ConnectionEnded()),
    };
    this.#client = postgres(target.url, options as postgres.Options<Record<string, never>>);
  }

  get isOpen(): boolean {
    return this.#lost === undefined;
  }

  run(statement: Statement, parameters: Readonly<Record<string, Parameter>> = {}): Promise<Rows> {
    return this.#settle(() => this.#client(statement.texts, ...valuesOf(statement, parameters)).values());
  }

  async runScript(sql: string): Promise<void> {
    await this.#settle(() => this.#client.unsafe(sql).values());
  }

  destroy(reason: string): void {
    this.#lose(new ConnectionLost(reason));
  }

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

  #settle(ask: () => PromiseLike<unknown>): Promise<Rows> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== undefined) throw this.#lost;
      const asked = ask();
      this.#waiting.add(reject);
      asked.then(
        (rows) => {
          this.#waiting.delete(reject);
          this.onAnswer?.();
          resolve(rows as Rows);
        },
        (error: unknown) => {
          this.#waiting.delete(reject);
          if (isAnswer(error)) this.onAnswer?.();
          // At once: until the socket has closed, nothing else tells that the connection is over.
          if (tellsOfEnd(error)) this.#lose(new ConnectionEnded({ cause: error }));
          reject(error instanceof postgres.PostgresError ? error : (this.#lost ?? lostBy(error)));
        },
      );
    });
  }

  /** Asked once more it gives a dead one: the library would open a lost connection again by itself. */
  async #openSocket(path: string | false, host = "localhost", port = 5432): Promise<Socket> {
    if (this.#socket !== undefined || this.#lost !== undefined) return deadSocket("the connection is over");
    const socket = typeof path === "string" ? connect(path) : connect({ host, port, noDelay: true });
    this.#socket = socket;
    // The library reads the host's name from here, to check the server's certificate.
    Object.assign(socket, { host, port });
    const failure = await connected(socket);
    if (failure === undefined) return this.#watchTls(socket);
    const reason = typeof path === "string" ? failure.message : connectFault(failure, host, port);
    // Before the library ends it, which knows no reason.
    this.destroy(reason);
    return deadSocket(reason);
  }

  /** The library would begin TLS whatever the server answers, and then know of an ended connection alone. */
  #watchTls(socket: Socket): Socket {
    if (!this.#demandsTls) return socket;
    return socket.once("data", (answer: Buffer) => {
      if (refusesTls(answer)) this.destroy(noTls);
    });
  }
}

type SocketAddress = {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
};

function isAnswer(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.severity === "ERROR";
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

function lostBy(error: unknown): ConnectionLost {
  return new ConnectionLost(error instanceof Error ? error.message : String(error), { cause: error });
}
