import type { RedisPort } from "./redis-port.ts";
import { createUntilReady } from "./until-ready.ts";

type ScriptOptions = { readonly keys: string[]; readonly arguments: string[] };

/** What is used of a node-redis 5 or 6 client: `createClient`, `createCluster`, `createSentinel`. */
export interface NodeRedisClient {
  readonly isOpen: boolean;
  readonly isReady?: boolean;
  /** Of a Cluster. */
  readonly slots?: readonly ({ readonly master: { readonly address: string } } | undefined)[];
  evalSha(sha: string, options: ScriptOptions): Promise<unknown>;
  eval(source: string, options: ScriptOptions): Promise<unknown>;
  once(event: "ready", listener: () => void): unknown;
}

/** Asks Redis through node-redis, which never sends a command again that may have been carried out. */
export function fromNodeRedis(client: NodeRedisClient): RedisPort {
  const untilReady = createUntilReady(client);
  return {
    isSharded: "nodeByAddress" in client,
    nodeOf: (slot) => client.slots?.[slot]?.master.address,
    evalsha: (sha, keys, args) => client.evalSha(sha, { keys: [...keys], arguments: [...args] }),
    eval: (source, keys, args) => client.eval(source, { keys: [...keys], arguments: [...args] }),
    ready() {
      if (!client.isOpen) return Promise.reject(new Error("The client is not connected; call its connect() first."));
      if (client.isReady !== false) return undefined;
      return untilReady();
    },
  };
}
