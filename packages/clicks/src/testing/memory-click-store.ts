import { ClickError } from "../click-error.ts";
import type { ClickBatch, ClickStore } from "../click-store.ts";
import type { Click } from "../click.ts";
import type { DeadLetter } from "../dead-letter.ts";

export type MemoryClickStoreOptions = {
  /** Off: what was stored before is stored again, as the control of a test. Default true. */
  readonly checksPositions?: boolean;
  /** Off: a click counts as often as it comes. Default true. */
  readonly checksIds?: boolean;
  /** By which `seenAt` is said, in milliseconds since 1970. Default: the machine's clock. */
  readonly now?: () => number;
};

/** A click store for tests: its lists are what was stored, in that order. It keeps all of it. */
export interface MemoryClickStore extends ClickStore {
  readonly clicks: readonly Click[];
  readonly dead: readonly DeadLetter[];
  /** What `complete` said last, by partition. */
  readonly completeAt: ReadonlyMap<string, number>;
  /** Partitions that were let go, in that order. */
  readonly gone: readonly string[];
}

/** Opens a store that holds what a test stores, and is as exact as a real one unless that is switched off. */
export function openMemoryClickStore(options: MemoryClickStoreOptions = {}): MemoryClickStore {
  const { checksPositions = true, checksIds = true, now = Date.now } = options;
  let clicks: Click[] = [];
  const dead: DeadLetter[] = [];
  const ids = new Set<string>();
  const positions = new Map<string, number>();
  const completeAt = new Map<string, number>();
  const seenAt = new Map<string, number>();
  const gone: string[] = [];

  function add({ clicks: added, dead: letters }: ClickBatch): void {
    for (const click of added) {
      if (!checksIds || !ids.has(click.id)) clicks.push(click);
      ids.add(click.id);
    }
    dead.push(...letters);
  }

  return {
    get clicks() {
      return clicks;
    },
    dead,
    completeAt,
    gone,
    async position(partition) {
      return { at: positions.get(partition) ?? 0, begun: undefined };
    },
    async store(batch) {
      const at = positions.get(batch.partition) ?? 0;
      if (checksPositions && at === batch.to) return;
      if (checksPositions && at !== batch.from) throw new ClickError("POSITION_MOVED");
      add(batch);
      positions.set(batch.partition, batch.to);
      seenAt.set(batch.partition, now());
    },
    async complete(partition, at) {
      completeAt.set(partition, at);
      seenAt.set(partition, now());
    },
    // Nothing is forgotten here but clicks.
    async letGo(partition) {
      gone.push(partition);
    },
    partitions: async () =>
      [...new Set([...positions.keys(), ...completeAt.keys()])].toSorted().map((partition) => ({
        partition,
        at: positions.get(partition) ?? 0,
        completeAt: completeAt.get(partition),
        seenAt: seenAt.get(partition),
      })),
    async forget({ rawBefore }) {
      clicks = clicks.filter(({ at }) => at >= rawBefore);
    },
    // Nothing is rolled up here.
    rebuild: () => Promise.resolve(),
    deadLetters: async (limit) => dead.slice(-limit),
    close: () => Promise.resolve(),
  };
}
