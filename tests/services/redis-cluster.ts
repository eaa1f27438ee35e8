import { Redis } from "ioredis";
import { eventually } from "../program/deadline.ts";
import { findFreePort } from "../program/free-port.ts";
import { startRedis, type RedisServer } from "./redis-server.ts";

export type RedisCluster = AsyncDisposable & { readonly nodes: readonly RedisServer[] };

const slots = 16_384;
const formDeadlineMs = 60_000;

/**
 * Starts three masters that share the slots evenly, and waits until all of them know it.
 *
 * @param options Further ones for each, such as `["--maxmemory", "10mb"]`, or what gives them, called for each.
 */
export async function startRedisCluster(
  options: readonly string[] | (() => Promise<readonly string[]>) = [],
): Promise<RedisCluster> {
  const optionsOfNext = async () => (typeof options === "function" ? options() : options);
  const nodes: RedisServer[] = [];
  const dispose = async () => {
    for (const node of nodes) await node[Symbol.asyncDispose]();
  };
  try {
    for (let count = 0; count < 3; count += 1) nodes.push(await startNode(await optionsOfNext()));
    await join(nodes);
    return { nodes, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Starts one more node as the replica of the first one, and waits until it follows. */
export async function startFirstReplica({ nodes }: RedisCluster): Promise<RedisServer> {
  const [first] = nodes;
  if (first === undefined) throw new Error("A Cluster has nodes.");
  const replica = await startNode([]);
  const master = new Redis(first.port, "127.0.0.1");
  const client = new Redis(replica.port, "127.0.0.1");
  try {
    const { port, busPort } = await addressOf(master);
    await client.call("CLUSTER", "MEET", "127.0.0.1", port, busPort);
    const id = String(await master.call("CLUSTER", "MYID"));
    await eventually(formDeadlineMs, "That the replica knows its master", () =>
      client.call("CLUSTER", "REPLICATE", id).catch(() => undefined),
    );
    await eventually(formDeadlineMs, "That the replica follows", async () =>
      (await client.info("replication")).includes("master_link_status:up") ? true : undefined,
    );
    return replica;
  } catch (error) {
    await replica[Symbol.asyncDispose]();
    throw error;
  } finally {
    master.disconnect();
    client.disconnect();
  }
}

async function startNode(options: readonly string[]): Promise<RedisServer> {
  const busPort = await findFreePort();
  const cluster = ["--cluster-enabled", "yes", "--cluster-port", String(busPort), "--cluster-node-timeout", "5000"];
  return startRedis([...cluster, ...options]);
}

async function join(nodes: readonly RedisServer[]): Promise<void> {
  const clients = nodes.map(({ port }) => new Redis(port, "127.0.0.1"));
  try {
    for (const [i, client] of clients.entries()) {
      const from = Math.ceil((slots * i) / nodes.length);
      await client.call("CLUSTER", "ADDSLOTSRANGE", from, Math.ceil((slots * (i + 1)) / nodes.length) - 1);
      await client.call("CLUSTER", "SET-CONFIG-EPOCH", i + 1);
    }
    for (const { port, busPort } of await Promise.all(clients.slice(1).map(addressOf))) {
      await clients[0]?.call("CLUSTER", "MEET", "127.0.0.1", port, busPort);
    }
    for (const client of clients) {
      await eventually(formDeadlineMs, "The forming of the cluster", async () => (await isFormed(client)) || undefined);
    }
  } finally {
    for (const client of clients) client.disconnect();
  }
}

async function addressOf(client: Redis): Promise<{ readonly port: string; readonly busPort: string }> {
  const nodes = String(await client.call("CLUSTER", "NODES"));
  const [, port = "", busPort = ""] = /:(\d+)@(\d+)/.exec(nodes) ?? [];
  return { port, busPort };
}

async function isFormed(client: Redis): Promise<boolean> {
  const info = String(await client.call("CLUSTER", "INFO"));
  return info.includes("cluster_state:ok") && info.includes("cluster_known_nodes:3");
}
