import { Redis } from "ioredis";

export type RedisConnectionOptions = {
  /** `redis://` or `rediss://`, with user and password where needed. Secret. */
  readonly url: string;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Told of every failed connection. */
  readonly onFault: (error: unknown) => void;
};

const maxRetryMs = 500;
const connectTimeoutMs = 1_000;
/** A server that became a replica stays one for a while; to connect anew may find the one that took its place. */
const readOnlyPauseMs = 5_000;

/**
 * Makes a connection that is not open yet and connects again by itself, for ever.
 *
 * Nothing is queued while there is none, and nothing is sent twice: what comes late is worth less than what is not said.
 */
export function createRedisConnection({ url, monotonicMs, onFault }: RedisConnectionOptions): Redis {
  let reconnectedAtMs = Number.NEGATIVE_INFINITY;
  const connection = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    enableAutoPipelining: false,
    connectTimeout: connectTimeoutMs,
    retryStrategy: (attempt) => Math.min(maxRetryMs, 50 * attempt),
    reconnectOnError(error) {
      if (!error.message.startsWith("READONLY") || monotonicMs() - reconnectedAtMs < readOnlyPauseMs) return false;
      reconnectedAtMs = monotonicMs();
      return true;
    },
  });
  connection.on("error", (error) => onFault(redisFault(error)));
  return connection;
}

/** What Redis or its client said, without the command: its arguments are codes, destinations, or the password. */
export function redisFault(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  return Object.assign(new Error(error.message), { name: error.name }, code);
}

/** Connects; waits no longer than `deadlineMs`, and leaves the rest to the connection itself. */
export async function beginConnection(connection: Redis, deadlineMs: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, deadlineMs);
  // Whoever listens for faults has heard of it.
  await Promise.race([connection.connect().catch(() => undefined), late]);
  clearTimeout(timer);
}
