import type { LinkKey, LinkTarget } from "@narrows/links";
import { Redis } from "ioredis";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { startFirstReplica, startRedisCluster, type RedisCluster } from "../services/redis-cluster.ts";
import { redisProgram, type RedisServer } from "../services/redis-server.ts";
import { connectToCluster } from "./shared-caches/redis-cluster.ts";

const keys: readonly LinkKey[] = Array.from({ length: 500 }, (_, index) => ({ domain: "", code: `code${index}` }));

function targetOf(version: number): LinkTarget {
  return {
    destination: `https://example.com/${version}`,
    redirectStatus: 302,
    expiresAt: null,
    version,
    enabled: true,
    quarantined: false,
    deleted: false,
    maxClicks: null,
  };
}

/** A client of one node alone, which follows nothing. */
function clientOf({ port }: RedisServer): Redis & Disposable {
  const client = new Redis(port, "127.0.0.1");
  return Object.assign(client, { [Symbol.dispose]: () => client.disconnect() });
}

async function numberOf(client: Redis, name: string): Promise<number> {
  const [, found = ""] = new RegExp(`^${name}:(\\d+)`, "m").exec(await client.info("stats")) ?? [];
  return Number(found);
}

function nodeOf({ nodes }: RedisCluster, index: number): RedisServer {
  const node = nodes[index];
  if (node === undefined) throw new Error(`There is no node ${index}.`);
  return node;
}

describe.skipIf(redisProgram() === undefined)("the shared cache in a redis cluster", () => {
  it("spreads links evenly over nodes, and asks each of them once for all that is read in one turn", async () => {
    await using cluster = await startRedisCluster();
    const cache = await connectToCluster(cluster);
    await cache.reached(0);
    await Promise.all(keys.map((key) => cache.put(key, targetOf(1))));
    await using stack = new AsyncDisposableStack();
    const clients = cluster.nodes.map((node) => stack.use(clientOf(node)));
    for (const client of clients) {
      const size = await client.dbsize();
      expect(size).toBeGreaterThan(keys.length / 6);
      expect(size).toBeLessThan(keys.length / 2);
    }
    const reads = (): Promise<number[]> =>
      Promise.all(clients.map((client) => numberOf(client, "total_reads_processed")));
    const before = await reads();
    expect(await Promise.all(keys.map((key) => cache.get(key)))).toEqual(keys.map(() => targetOf(1)));
    const after = await reads();
    // One of ours, those of the count itself, and what nodes and clients say of themselves.
    for (const [index, count] of after.entries()) expect(count - (before[index] ?? 0)).toBeLessThan(20);
    await cache.close();
  });

  it("carries the log out again on a part that has lost its last writes, though the note of others is newer", async () => {
    await using cluster = await startRedisCluster();
    const cache = await connectToCluster(cluster);
    await cache.reached(5);
    expect(await cache.advance(5, 20)).toBe(true);
    using client = clientOf(nodeOf(cluster, 0));
    const [note = ""] = await client.keys("*:log");
    const generation = ((await client.get(note)) ?? "").split(" ")[0] ?? "";
    await client.set(note, `${generation} 9`);
    expect(await cache.advance(20, 21)).toBe(false);
    expect(await cache.reached(21)).toBe(9);
    expect(await cache.advance(9, 21)).toBe(true);
    expect(await cache.reached(0)).toBe(21);
    await cache.close();
  });

  it("goes on, and keeps nothing old, when a replica takes over without the last writes", async () => {
    await using cluster = await startRedisCluster();
    await using replica = await startFirstReplica(cluster);
    const cache = await connectToCluster(cluster);
    await cache.reached(0);
    await Promise.all(keys.map((key) => cache.put(key, targetOf(1))));
    using ofReplica = clientOf(replica);
    using ofFirst = clientOf(nodeOf(cluster, 0));
    expect(await ofFirst.wait(1, 30_000)).toBe(1);
    // From now on the replica hears nothing, not even of what the kernel would keep for it.
    replica.signal("SIGSTOP");
    await ofFirst.client("KILL", "TYPE", "REPLICA");
    await Promise.all(keys.map((key) => cache.raise(key, 2)));
    expect(await cache.advance(0, 500)).toBe(true);
    ofFirst.disconnect();
    await nodeOf(cluster, 0).kill();
    replica.signal("SIGCONT");
    await ofReplica.call("CLUSTER", "FAILOVER", "TAKEOVER");
    const from = await eventually(60_000, "An answer of every node", () => cache.reached(500).catch(() => undefined));
    expect(from).toBe(0);
    expect(await cache.advance(500, 501)).toBe(false);
    await Promise.all(keys.map((key) => cache.raise(key, 2)));
    expect(await cache.advance(0, 501)).toBe(true);
    expect(await Promise.all(keys.map((key) => cache.get(key)))).toEqual(keys.map(() => undefined));
    await cache.close();
  });

  /** Begins to move the slot of one part from the first node to the second. */
  const beginMove = async (from: Redis, to: Redis) => {
    const [note = ""] = await from.keys("*:log");
    const slot = await from.cluster("KEYSLOT", note);
    const [fromId, toId] = [String(await from.call("CLUSTER", "MYID")), String(await to.call("CLUSTER", "MYID"))];
    await to.call("CLUSTER", "SETSLOT", slot, "IMPORTING", fromId);
    await from.call("CLUSTER", "SETSLOT", slot, "MIGRATING", toId);
    return { slot, toId };
  };

  it("follows a slot that moves while it is used", async () => {
    await using cluster = await startRedisCluster();
    const cache = await connectToCluster(cluster);
    await cache.reached(0);
    using from = clientOf(nodeOf(cluster, 0));
    using to = clientOf(nodeOf(cluster, 1));
    using third = clientOf(nodeOf(cluster, 2));
    const half = keys.length / 2;
    await Promise.all(keys.slice(0, half).map((key) => cache.put(key, targetOf(1))));
    const { slot, toId } = await beginMove(from, to);
    await Promise.all(keys.slice(half).map((key) => cache.put(key, targetOf(1))));
    // What is between two nodes may be missed, which costs a look at the store.
    const seen = (await Promise.all(keys.map((key) => cache.get(key)))).filter((target) => target !== undefined);
    expect(seen.length).toBeGreaterThan(keys.length - 20);
    expect(seen).toEqual(seen.map(() => targetOf(1)));
    expect(await cache.advance(0, 1)).toBe(true);
    const moved = await from.cluster("GETKEYSINSLOT", slot, 1_000);
    expect(moved.length).toBeGreaterThan(1);
    await from.call("MIGRATE", "127.0.0.1", nodeOf(cluster, 1).port, "", 0, 5_000, "KEYS", ...moved);
    for (const client of [to, from, third]) await client.call("CLUSTER", "SETSLOT", slot, "NODE", toId);
    expect(await Promise.all(keys.map((key) => cache.get(key)))).toEqual(keys.map(() => targetOf(1)));
    expect(await cache.advance(1, 2)).toBe(true);
    await cache.close();
  });

  // An error that nobody catches fails the run.
  it("lives with a slot that moves to a node that refuses to be asked for it", async () => {
    await using cluster = await startRedisCluster();
    const cache = await connectToCluster(cluster);
    await cache.reached(0);
    using from = clientOf(nodeOf(cluster, 0));
    using to = clientOf(nodeOf(cluster, 1));
    await to.call("ACL", "SETUSER", "default", "-asking");
    await beginMove(from, to);
    const outcomes = await Promise.allSettled(keys.map((key) => cache.put(key, targetOf(1))));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["fulfilled", "rejected"]));
    await cache.close();
  });

  it("fails by itself what a node that hangs is asked for, and at once what comes later", async () => {
    await using cluster = await startRedisCluster(["--cluster-require-full-coverage", "no"]);
    const cache = await connectToCluster(cluster);
    await cache.reached(0);
    await Promise.all(keys.map((key) => cache.put(key, targetOf(1))));
    nodeOf(cluster, 0).signal("SIGSTOP");
    const answered = new Set<LinkKey>();
    for (let round = 0; round < 5; round += 1) {
      // A machine that is busy for a second may lose another node's connection for a round.
      await Promise.allSettled(keys.map(async (key) => cache.get(key).then(() => answered.add(key))));
    }
    expect(answered.size).toBeGreaterThan(keys.length / 2);
    expect(answered.size).toBeLessThan((keys.length * 5) / 6);
    nodeOf(cluster, 0).signal("SIGCONT");
    await eventually(60_000, "An answer of every node", () =>
      Promise.all(keys.map((key) => cache.get(key))).catch(() => undefined),
    );
    await cache.close();
  });
});
