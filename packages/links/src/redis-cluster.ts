import { Cluster, type Redis } from "ioredis";
import { redisAddress } from "./redis-address.ts";
import { connectTimeoutMs, refusedPauseMs, retryDelayMs, type RedisConnectionOptions } from "./redis-connection.ts";
import { redisFault, redisRefusal } from "./redis-fault.ts";

export type RedisClusterOptions = RedisConnectionOptions & { readonly url: readonly string[] };

/** A node that hangs keeps its connection; what waits for it fails by then, and the next ones at once. */
const silentNodeMs = 1_000;
/** Nobody says that the slots of a node that hangs are another's now. */
const refreshMs = 2_000;
/** After a failover or in a move of slots one or two are usual. */
const maxRedirections = 4;

/**
 * Makes a client of a Cluster that is not open yet and connects again by itself, for ever.
 *
 * As with one server, nothing is queued while a node is away, and nothing is sent twice but what a node says it did not do.
 */
export function createRedisCluster({ url, onFault }: RedisClusterOptions): Cluster {
  let isRefused = false;
  const cluster = new Cluster(url.map(redisAddress), {
    lazyConnect: true,
    enableOfflineQueue: false,
    // A name is looked up at each connection, and stays what a certificate is held against.
    dnsLookup: (host, callback) => callback(null, host),
    clusterRetryStrategy: (attempt) => (isRefused ? refusedPauseMs : retryDelayMs(attempt)),
    // Each would fill a queue while a node is away.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    maxRedirections,
    slotsRefreshInterval: refreshMs,
    redisOptions: {
      ...credentialsOf(url),
      connectTimeout: connectTimeoutMs,
      socketTimeout: silentNodeMs,
      autoResendUnfulfilledCommands: false,
    },
  });
  const refuse = (said: string): void => {
    if (!isRefused) onFault(redisRefusal("REDIS_IS_NO_CLUSTER", said));
    isRefused = true;
  };
  cluster.on("node error", (error: unknown, address: string) => {
    const fault = redisFault(error);
    if (fault.message.includes("cluster support disabled")) return refuse(fault.message);
    fault.message = `${address}: ${fault.message}`;
    onFault(fault);
  });
  cluster.on("error", (error) => (isRefused ? undefined : onFault(redisFault(error))));
  cluster.on("ready", () => (isRefused = false));
  connectAtOnce(cluster);
  return cluster;
}

/** Whether all masters that are known can be asked. One that is gone is not known for a moment. */
export function isClusterReady(cluster: Cluster): boolean {
  if (cluster.status !== "ready") return false;
  const masters = cluster.nodes("master");
  return masters.length > 0 && masters.every(({ status }) => status === "ready");
}

/** Otherwise a node is connected to by its first command, and others that come meanwhile are refused. */
function connectAtOnce(cluster: Cluster): void {
  const connect = (node: Redis): void => {
    if (node.status === "wait" && node.options.readOnly !== true) node.connect().catch(() => undefined);
  };
  cluster.on("+node", (node: Redis) => {
    hushAsking(node);
    // Before, these are the nodes of the URL, and the client must find those that fail by itself.
    if (cluster.status === "ready") connect(node);
  });
  cluster.on("ready", () => cluster.nodes("master").forEach(connect));
}

/** The client sends ASKING before a command and listens to nobody who refuses it, which would end the process. */
function hushAsking(node: Redis): void {
  const asking = node.asking.bind(node);
  node.asking = async () => asking().catch(() => "OK" as const);
}

function credentialsOf([first = ""]: readonly string[]) {
  const { protocol, username, password } = new URL(first);
  return {
    ...(username === "" ? {} : { username: decodeURIComponent(username) }),
    ...(password === "" ? {} : { password: decodeURIComponent(password) }),
    ...(protocol === "rediss:" ? { tls: {} } : {}),
  };
}
