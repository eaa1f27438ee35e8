import { LimiterError } from "../../errors.ts";
import type { RedisPort } from "./redis-port.ts";
import { createUntilReady } from "./until-ready.ts";

type ResendOptions = {
  readonly autoResendUnfulfilledCommands?: boolean | undefined;
  readonly retryDelayOnFailover?: number | undefined;
  readonly clusterNodeRetryStrategy?: unknown;
  readonly redisOptions?: { readonly autoResendUnfulfilledCommands?: boolean | undefined } | undefined;
};

/** What is used of an ioredis 5 or 6 client: `Redis` (Sentinel too) or `Cluster`. */
export interface IoredisClient {
  readonly status: string;
  readonly options: ResendOptions;
  /** Of a Cluster: the addresses of each slot's nodes, the master's first. */
  readonly slots?: readonly (readonly string[])[];
  evalsha(sha: string, keyCount: number, ...keysAndArgs: string[]): Promise<unknown>;
  eval(source: string, keyCount: number, ...keysAndArgs: string[]): Promise<unknown>;
  connect(): Promise<void>;
  on(event: "close", listener: () => void): unknown;
  once(event: "ready", listener: () => void): unknown;
}

/**
 * Asks Redis through ioredis.
 *
 * A command that was sent when the connection broke may have been counted, so it must not be sent again; by default
 * ioredis does that. It cannot be told so for one command, only for a client.
 *
 * @throws {LimiterError} `STORE_OPTION_INVALID` when the client sends commands again.
 */
export function fromIoredis(client: IoredisClient): RedisPort {
  const isSharded = "nodes" in client && "slots" in client;
  refuseResending(client.options, isSharded);
  const untilReady = createUntilReady(client);
  const lost = new Set<(reason: Error) => void>();
  // A client that does not send again forgets what it had sent, and leaves its promises open.
  client.on("close", () => {
    for (const reject of lost) reject(new Error("Connection is closed."));
    lost.clear();
  });
  const unlessLost = (send: () => Promise<unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lost.add(reject);
      const tellBy =
        <Told>(tell: (told: Told) => void) =>
        (told: Told): void => {
          lost.delete(reject);
          tell(told);
        };
      send().then(tellBy(resolve), tellBy(reject));
    });
  return {
    isSharded,
    nodeOf: (slot) => client.slots?.[slot]?.[0],
    evalsha: (sha, keys, args) => unlessLost(() => client.evalsha(sha, keys.length, ...keys, ...args)),
    eval: (source, keys, args) => unlessLost(() => client.eval(source, keys.length, ...keys, ...args)),
    ready: () => (client.status === "ready" ? undefined : becomeReady(client, untilReady)),
  };
}

function refuseResending(options: ResendOptions, isCluster: boolean): void {
  const nodeOptions = isCluster ? options.redisOptions : options;
  const reconnects = !isCluster || typeof options.clusterNodeRetryStrategy === "function";
  if (reconnects && nodeOptions?.autoResendUnfulfilledCommands !== false) {
    throw resends("autoResendUnfulfilledCommands: false", isCluster);
  }
  if (isCluster && options.retryDelayOnFailover !== 0) throw resends("retryDelayOnFailover: 0", false);
}

function resends(option: string, isOfNodes: boolean): LimiterError {
  const where = isOfNodes ? `redisOptions: { ${option} }` : option;
  return new LimiterError(
    "STORE_OPTION_INVALID",
    `This ioredis client sends commands again after a lost connection, and what was counted would be counted twice; create it with { ${where} }.`,
  );
}

async function becomeReady(client: IoredisClient, untilReady: () => Promise<void>): Promise<void> {
  if (client.status === "end") throw new Error("Connection is closed.");
  const ready = untilReady();
  // What `lazyConnect` waits for. A failure is told by the client's own events.
  if (client.status === "wait") client.connect().catch(() => {});
  await ready;
}
