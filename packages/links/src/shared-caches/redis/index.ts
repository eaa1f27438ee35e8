import { createRedisCluster, isClusterReady } from "../../redis-cluster.ts";
import { beginConnection, createRedisConnection, type RedisConnectionOptions } from "../../redis-connection.ts";
import { redisFault } from "../../redis-fault.ts";
import type { SharedCache } from "../../shared-cache.ts";
import { createGetBatch } from "./get-batch.ts";
import { createCachePart, type CachePart } from "./part.ts";
import { spreadSlots } from "./slots.ts";
import { createSpreadCache } from "./spread.ts";

export type RedisSharedCacheOptions = RedisConnectionOptions & {
  /** Begins every key; installations that share a server need different ones. Default: `narrows`. */
  readonly prefix?: string;
  /** Makes a text that was never made before, of letters and digits. */
  readonly makeId: () => string;
};

/** Of what is stored; another release with another form must not read it. */
const formatVersion = 2;
/**
 * Of a Cluster. Each is in one slot, so this is how many nodes can share the links; each is noted in at every look. Another
 * number, or another way to place links in them, is another form.
 */
const partCount = 64;

/** A cache in Redis, on one server or on a Cluster. Connects at once, and for ever. */
export function openRedisSharedCache(options: RedisSharedCacheOptions): SharedCache {
  const { url } = options;
  return typeof url === "string" ? openOnServer(options) : openOnCluster({ ...options, url });
}

function openOnServer(options: RedisSharedCacheOptions): SharedCache {
  const commands = createRedisConnection(options);
  const get = createGetBatch({ commands });
  const part = createCachePart({ commands, get, begin: beginOf(options), makeId: options.makeId });
  void beginConnection(commands, 0);
  return withPlainFaults(part, {
    isConnected: () => commands.status === "ready",
    close: async () => commands.disconnect(),
  });
}

function openOnCluster(options: RedisSharedCacheOptions & { readonly url: readonly string[] }): SharedCache {
  const commands = createRedisCluster(options);
  // The client sends together what goes to one node, and refuses what does not.
  const groupOf = (slot: number): string => commands.slots[slot]?.join(";") ?? String(slot);
  const get = createGetBatch({ commands, groupOf });
  const parts = spreadSlots(partCount).map(({ tag, slot }) =>
    createCachePart({
      commands,
      get: (key) => get(key, slot),
      begin: `${beginOf(options)}:{${tag}}`,
      makeId: options.makeId,
    }),
  );
  void beginConnection(commands, 0);
  return withPlainFaults(createSpreadCache(parts), {
    isConnected: () => isClusterReady(commands),
    close: async () => commands.disconnect(),
  });
}

function beginOf({ prefix = "narrows" }: RedisSharedCacheOptions): string {
  return `${prefix}:${formatVersion}`;
}

/** Faults are logged, and the client's own tell the whole command. */
function withPlainFaults(part: CachePart, connection: Pick<SharedCache, "isConnected" | "close">): SharedCache {
  const plain = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      throw redisFault(error);
    }
  };
  return {
    ...connection,
    get: (key) => plain(part.get(key)),
    put: (key, target) => plain(part.put(key, target)),
    raise: (key, version) => plain(part.raise(key, version)),
    reached: (last) => plain(part.reached(last)),
    advance: (from, to) => plain(part.advance(from, to)),
    forget: () => plain(part.forget()),
  };
}
