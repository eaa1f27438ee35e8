import type { Fault, Scene } from "./fault.ts";
import { greedy } from "./load.ts";

/** Every fault that the page tells of, in its order. */
export const faults: readonly Fault[] = [
  {
    name: "not there when the program starts",
    takes: "everything",
    lift: ({ server }) => server.restart(),
    lifted: "started",
  },
  {
    name: "killed (SIGKILL)",
    takes: "everything",
    strike: ({ server }) => server.kill(),
    lift: ({ server }) => server.restart(),
    lifted: "started again",
  },
  {
    name: "turns connections away (`maxclients`)",
    takes: "everything",
    async strike({ ask }) {
      await ask("CONFIG", "SET", "maxclients", "1");
      await ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    },
    lift: ({ ask }) => ask("CONFIG", "SET", "maxclients", "1000"),
    lifted: "takes them again",
  },
  {
    name: "hangs (SIGSTOP)",
    takes: "everything",
    strike: async ({ server }) => server.signal("SIGSTOP"),
    lift: async ({ server }) => server.signal("SIGCONT"),
    lifted: "SIGCONT",
  },
  {
    name: "demoted to a replica (READONLY)",
    takes: "everything",
    // Nobody listens on port 1: it serves what it has, and takes no writes.
    strike: ({ ask }) => ask("REPLICAOF", "127.0.0.1", "1"),
    lift: ({ ask }) => ask("REPLICAOF", "NO", "ONE"),
    lifted: "promoted",
  },
  {
    name: "out of memory (`noeviction`)",
    takes: "everything",
    async strike({ ask }) {
      await ask("CONFIG", "SET", "maxmemory-policy", "noeviction");
      await ask("CONFIG", "SET", "maxmemory", "1mb");
    },
    lift: ({ ask }) => ask("CONFIG", "SET", "maxmemory", "0"),
    lifted: "has memory again",
  },
  {
    name: "forgets its scripts (SCRIPT FLUSH)",
    takes: "nothing",
    strike: ({ ask }) => ask("SCRIPT", "FLUSH"),
    lift: ({ ask }) => ask("SCRIPT", "FLUSH"),
    lifted: "forgets them once more",
  },
  {
    name: "holds something else under one key",
    takes: "one counter",
    async strike(scene) {
      for (const key of await greedyKeys(scene)) await scene.ask("EVAL", replaceByList, "1", key);
    },
    async lift(scene) {
      for (const key of await greedyKeys(scene)) await scene.ask("DEL", key);
    },
    lifted: "the key was deleted",
  },
  {
    name: "its client was closed",
    takes: "everything",
    strike: async ({ links }) => links.forEach((link) => link.disconnect()),
    lift: ({ links }) => Promise.all(links.map((link) => link.connect())),
    lifted: "the client was connected again",
  },
];

/** In one step, or the load would make it anew in between. */
const replaceByList = 'redis.call("DEL", KEYS[1]); return redis.call("RPUSH", KEYS[1], "not ours")';

async function greedyKeys({ ask }: Scene): Promise<readonly string[]> {
  const name = Buffer.from(greedy).toString("base64url");
  const keys = (await ask("KEYS", `*${name}*`)) as readonly string[];
  if (keys.length === 0) throw new Error(`No key holds ${name}, the greedy client.`);
  return keys;
}
