import { Redis } from "ioredis";
import { waitAtMost } from "./within.ts";

export type RedisConnectionOptions = {
  /** `redis://` or `rediss://`, with user and password where needed. Secret. */
  readonly url: string;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Told of every failed connection; of a database that is refused, once until it is not. */
  readonly onFault: (error: unknown) => void;
};

const maxRetryMs = 500;
const connectTimeoutMs = 1_000;
/** A server that became a replica stays one for a while; to connect anew may find the one that took its place. */
const readOnlyPauseMs = 5_000;
/** Somebody must mend the URL, or the server, first. */
const refusedPauseMs = 5_000;

/**
 * Makes a connection that is not open yet and connects again by itself, for ever.
 *
 * Nothing is queued while there is none, and nothing is sent twice: what comes late is worth less than what is not said.
 * Where the server refuses the database of the URL there is none: the client itself would go on with database 0, which is
 * somebody else's.
 */
export function createRedisConnection({ url, monotonicMs, onFault }: RedisConnectionOptions): Redis {
  let reconnectedAtMs = Number.NEGATIVE_INFINITY;
  let isRefused = false;
  const connection = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    // What was sent when a connection broke fails at once. Otherwise the client forgets it, and its promise stays open.
    maxRetriesPerRequest: 0,
    enableAutoPipelining: false,
    connectTimeout: connectTimeoutMs,
    retryStrategy: (attempt) => (isRefused ? refusedPauseMs : Math.min(maxRetryMs, 50 * attempt)),
    reconnectOnError(error) {
      if (!error.message.startsWith("READONLY") || monotonicMs() - reconnectedAtMs < readOnlyPauseMs) return false;
      reconnectedAtMs = monotonicMs();
      return true;
    },
  });
  connection.on("ready", () => (isRefused = false));
  connection.on("error", (error) => {
    const said = redisFault(error);
    // The rest of a connection that was given up below.
    if (isRefused && said.message.startsWith("Stream isn't writeable")) return;
    if (!isAnswerToSelect(error)) return onFault(said);
    connection.disconnect(true);
    // Otherwise it refuses everything at present, and says why.
    if (!/^(?:ERR|NOPERM) /.test(said.message)) return onFault(said);
    if (!isRefused) onFault(refusalOf(connection.options.db, said));
    isRefused = true;
  });
  return connection;
}

function isAnswerToSelect(error: unknown): boolean {
  const { command } = error as { readonly command?: { readonly name?: unknown } };
  return command?.name === "select";
}

const refusedCode = "REDIS_DATABASE_REFUSED";

function refusalOf(database: number | undefined, { message }: Error): Error {
  const text = `Redis refuses database ${database} (${message}). Let its URL end with the number of one that it has, or with none.`;
  return Object.assign(new Error(text), { code: refusedCode });
}

/** Whether a fault says that the database of the URL is refused. */
export function isDatabaseRefused(fault: unknown): boolean {
  return fault instanceof Error && "code" in fault && fault.code === refusedCode;
}

/** What Redis or its client said, without the command: its arguments are codes, destinations, or the password. */
export function redisFault(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  // The client speaks of an option of its own.
  const message = error.name === "MaxRetriesPerRequestError" ? "Redis was lost before it had answered." : error.message;
  return Object.assign(new Error(message), { name: error.name }, code);
}

/** Connects; waits no longer than `deadlineMs`, and leaves the rest to the connection itself. */
export async function beginConnection(connection: Redis, deadlineMs: number): Promise<void> {
  // Whoever listens for faults has heard of it.
  const connected = connection.connect().catch(() => undefined);
  await waitAtMost(deadlineMs, connected);
}
