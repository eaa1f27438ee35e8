import { Redis, type Cluster } from "ioredis";
import { redisAddress, type RedisUrl } from "./redis-address.ts";
import { redisFault, redisRefusal } from "./redis-fault.ts";
import { waitAtMost } from "./within.ts";

export type RedisConnectionOptions = {
  readonly url: RedisUrl;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Told of every failed connection; of a server that is refused, once until it is not. */
  readonly onFault: (error: unknown) => void;
};

const maxRetryMs = 500;
export const connectTimeoutMs = 1_000;
const disconnectMs = 100;
/** A server that became a replica stays one for a while; to connect anew may find the one that took its place. */
const readOnlyPauseMs = 5_000;
/** Somebody must mend the URL, or the server, first. */
export const refusedPauseMs = 5_000;

/**
 * Makes a connection to one server that is not open yet and connects again by itself, for ever. Of a Cluster it takes the
 * nodes of the URL in turn, from one that fails to the next.
 *
 * Nothing is queued while there is none, and nothing is sent twice: what comes late is worth less than what is not said.
 * Where the server refuses the database of the URL there is none: the client itself would go on with database 0, which is
 * somebody else's. Nor is there one to a Cluster's node whose URL does not say so: it has but a part of the keys.
 */
export function createRedisConnection({ url, monotonicMs, onFault }: RedisConnectionOptions): Redis {
  const nodes = typeof url === "string" ? [url] : url;
  const [first = ""] = nodes;
  let reconnectedAtMs = Number.NEGATIVE_INFINITY;
  let tries = 0;
  const connection: Redis = new Redis(first, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    // What was sent when a connection broke fails at once. Otherwise the client forgets it, and its promise stays open.
    maxRetriesPerRequest: 0,
    enableAutoPipelining: false,
    connectTimeout: connectTimeoutMs,
    // A server that hangs does not close its side; until then the client takes it for one that is there.
    disconnectTimeout: disconnectMs,
    retryStrategy(attempt) {
      tries += 1;
      const next = nodes[tries % nodes.length];
      if (next !== undefined && nodes.length > 1) Object.assign(connection.options, redisAddress(next));
      return refusals.isRefused() ? refusedPauseMs : retryDelayMs(attempt);
    },
    reconnectOnError(error) {
      if (!error.message.startsWith("READONLY") || monotonicMs() - reconnectedAtMs < readOnlyPauseMs) return false;
      reconnectedAtMs = monotonicMs();
      return true;
    },
  });
  const refusals = watchRefusals(connection, onFault);
  connection.on("ready", () => void (typeof url === "string" ? refuseCluster(connection, refusals) : refusals.end()));
  return connection;
}

export function retryDelayMs(attempt: number): number {
  return Math.min(maxRetryMs, 50 * attempt);
}

type Refusals = {
  readonly isRefused: () => boolean;
  readonly refuse: (fault: Error) => void;
  /** The server is used from now on. */
  readonly end: () => void;
};

function watchRefusals(connection: Redis, onFault: (fault: unknown) => void): Refusals {
  let isRefused = false;
  const refuse = (fault: Error): void => {
    connection.disconnect(true);
    if (!isRefused) onFault(fault);
    isRefused = true;
  };
  connection.on("error", (error) => {
    const said = redisFault(error);
    // The rest of a connection that was given up.
    if (isRefused && said.message.startsWith("Stream isn't writeable")) return;
    if (!isAnswerToSelect(error)) return onFault(said);
    // Otherwise it refuses everything at present, and says why.
    if (/^(?:ERR|NOPERM) /.test(said.message)) {
      return refuse(redisRefusal("REDIS_DATABASE_REFUSED", String(connection.options.db), said.message));
    }
    connection.disconnect(true);
    onFault(said);
  });
  return { isRefused: () => isRefused, refuse, end: () => (isRefused = false) };
}

function isAnswerToSelect(error: unknown): boolean {
  const { command } = error as { readonly command?: { readonly name?: unknown } };
  return command?.name === "select";
}

/** A server that will not say what it is is believed to be what its URL says; one that was lost has said nothing. */
async function refuseCluster(connection: Redis, { refuse, end }: Refusals): Promise<void> {
  const told = await connection
    .info("server")
    .catch((error: unknown) => (error instanceof Error && error.name === "ReplyError" ? "" : undefined));
  if (told === undefined) return;
  const { host = "", port = 0 } = connection.options;
  if (/^redis_mode:cluster\r?$/m.test(told)) refuse(redisRefusal("REDIS_IS_CLUSTER", `${host}:${port}`));
  else end();
}

/** Connects; waits no longer than `deadlineMs`, and leaves the rest to the connection itself. */
export async function beginConnection(connection: Redis | Cluster, deadlineMs: number): Promise<void> {
  // Whoever listens for faults has heard of it.
  const connected = connection.connect().catch(() => undefined);
  await waitAtMost(deadlineMs, connected);
}
