import type { Redis } from "ioredis";
import type { LinkKey } from "../../link.ts";
import {
  beginConnection,
  createRedisConnection,
  redisFault,
  type RedisConnectionOptions,
} from "../../redis-connection.ts";
import type { SharedCache } from "../../shared-cache.ts";
import { createGetBatch } from "./get-batch.ts";
import { readScript } from "./script.ts";
import { readTarget, storedNone, writeTarget } from "./stored-target.ts";

export type RedisSharedCacheOptions = RedisConnectionOptions & {
  /** Begins every key; installations that share a server need different ones. Default: `narrows`. */
  readonly prefix?: string;
  /** Makes a text that was never made before, of letters and digits. */
  readonly makeId: () => string;
};

const keptMs = 24 * 60 * 60 * 1000;
const unknownKeptMs = 1_000;
/** Of what is stored; another release with another form must not read it. */
const formatVersion = 1;

type State = {
  readonly connection: Redis;
  readonly begin: string;
  readonly makeId: () => string;
  /** Keys of another one are not looked at any more: that is how everything is forgotten. Undefined: not known yet. */
  generation: string | undefined;
};

/** A cache in Redis. Every command is about one key, so a Cluster would do as well. Connects at once, and for ever. */
export function openRedisSharedCache(options: RedisSharedCacheOptions): SharedCache {
  const connection = createRedisConnection(options);
  const begin = `${options.prefix ?? "narrows"}:${formatVersion}`;
  const state: State = { connection, begin, makeId: options.makeId, generation: undefined };
  const [put, raise, advance] = [readScript("put"), readScript("raise"), readScript("advance")];
  const get = createGetBatch(connection);
  void beginConnection(connection, 0);
  return withPlainFaults({
    async get(key) {
      if (state.generation === undefined) return undefined;
      const stored = await get(keyOf(state, key));
      return stored === null ? undefined : readTarget(stored);
    },
    async put(key, target) {
      if (state.generation === undefined) return;
      if (target === null) await connection.set(keyOf(state, key), storedNone, "PX", unknownKeptMs, "NX");
      else await put(connection, keyOf(state, key), [target.version, writeTarget(target), keptMs]);
    },
    async raise(key, version) {
      if (version === 0) await connection.del(keyOf(state, key));
      else await raise(connection, keyOf(state, key), [version, keptMs]);
    },
    reached: (last) => reached(state, last),
    async advance(from, to) {
      return (await advance(connection, logKey(state), [state.generation ?? "", from, to])) === 1;
    },
    async forget() {
      await connection.del(logKey(state));
      state.generation = undefined;
    },
    isConnected: () => connection.status === "ready",
    async close() {
      connection.disconnect();
    },
  });
}

/** Faults are logged, and the client's own tell the whole command. */
function withPlainFaults(cache: SharedCache): SharedCache {
  const plain = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      throw redisFault(error);
    }
  };
  return {
    ...cache,
    get: (key) => plain(cache.get(key)),
    put: (key, target) => plain(cache.put(key, target)),
    raise: (key, version) => plain(cache.raise(key, version)),
    reached: (last) => plain(cache.reached(last)),
    advance: (from, to) => plain(cache.advance(from, to)),
    forget: () => plain(cache.forget()),
  };
}

/** @param tries How often the note may vanish at once: a Redis without room would take it away for ever. */
async function reached(state: State, last: number, tries = 3): Promise<number> {
  const { connection, makeId } = state;
  const note = (await connection.get(logKey(state))) ?? "";
  const [, generation, position] = /^(\w+) (\d{1,16})$/.exec(note) ?? [];
  if (generation !== undefined) {
    state.generation = generation;
    return Number(position);
  }
  if (tries === 0) throw new Error("Redis does not keep how far the log of changes was carried out.");
  // Nothing, or none of ours. Of several nodes that find that at once, the first one's word stands.
  if (note !== "") await connection.del(logKey(state));
  await connection.set(logKey(state), `${makeId()} ${last}`, "NX");
  return reached(state, last, tries - 1);
}

function logKey({ begin }: State): string {
  return `${begin}:log`;
}

/** "/" is outside the alphabet of domains and codes. */
function keyOf({ begin, generation }: State, { domain, code }: LinkKey): string {
  return `${begin}:${generation}:${domain}/${code}`;
}
