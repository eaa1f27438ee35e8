import type { RedisCommander } from "ioredis";
import type { LinkKey } from "../../link.ts";
import type { SharedCache } from "../../shared-cache.ts";
import { readScript } from "./script.ts";
import { readTarget, storedNone, writeTarget } from "./stored-target.ts";

/** Entries and the note how far the log of changes was carried out on them. */
export type CachePart = Omit<SharedCache, "isConnected" | "close">;

export type CachePartOptions = {
  readonly commands: Pick<RedisCommander, "get" | "set" | "del" | "evalsha" | "eval">;
  /** Reads a key, together with others of this turn. */
  readonly get: (key: string) => Promise<string | null>;
  /** Begins every key. */
  readonly begin: string;
  /** Makes a text that was never made before, of letters and digits. */
  readonly makeId: () => string;
};

const keptMs = 24 * 60 * 60 * 1000;
const unknownKeptMs = 1_000;

type State = CachePartOptions & {
  /** Keys of another one are not looked at any more: that is how everything is forgotten. Undefined: not known yet. */
  generation: string | undefined;
};

const [runPut, runRaise, runAdvance] = [readScript("put"), readScript("raise"), readScript("advance")];

/** Every command and every script is about one key. */
export function createCachePart(options: CachePartOptions): CachePart {
  const { commands } = options;
  const state: State = { ...options, generation: undefined };
  return {
    async get(key) {
      if (state.generation === undefined) return undefined;
      const stored = await options.get(keyOf(state, key));
      return stored === null ? undefined : readTarget(stored);
    },
    async put(key, target) {
      if (state.generation === undefined) return;
      if (target === null) await commands.set(keyOf(state, key), storedNone, "PX", unknownKeptMs, "NX");
      else await runPut(commands, keyOf(state, key), [target.version, writeTarget(target), keptMs]);
    },
    async raise(key, version) {
      if (version === 0) await commands.del(keyOf(state, key));
      else await runRaise(commands, keyOf(state, key), [version, keptMs]);
    },
    reached: (last) => reached(state, last),
    async advance(from, to) {
      return (await runAdvance(commands, logKey(state), [state.generation ?? "", from, to])) === 1;
    },
    async forget() {
      await commands.del(logKey(state));
      state.generation = undefined;
    },
  };
}

/** @param tries How often the note may vanish at once: a Redis without room would take it away for ever. */
async function reached(state: State, last: number, tries = 3): Promise<number> {
  const { commands, makeId } = state;
  const note = (await commands.get(logKey(state))) ?? "";
  const [, generation, position] = /^(\w+) (\d{1,16})$/.exec(note) ?? [];
  if (generation !== undefined) {
    state.generation = generation;
    return Number(position);
  }
  if (tries === 0) throw new Error("Redis does not keep how far the log of changes was carried out.");
  // Nothing, or none of ours. Of several nodes that find that at once, the first one's word stands.
  if (note !== "") await commands.del(logKey(state));
  await commands.set(logKey(state), `${makeId()} ${last}`, "NX");
  return reached(state, last, tries - 1);
}

function logKey({ begin }: State): string {
  return `${begin}:log`;
}

/** "/" is outside the alphabet of domains and codes. */
function keyOf({ begin, generation }: State, { domain, code }: LinkKey): string {
  return `${begin}:${generation}:${domain}/${code}`;
}
