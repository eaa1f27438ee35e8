import { ClickError } from "../click-error.ts";
import type { ClickBatch, ClickStore } from "../click-store.ts";
import type { Click } from "../click.ts";
import type { DeadLetter } from "../dead-letter.ts";

export type MemoryClickStoreOptions = {
  /** Off: what was stored before is stored again, as the control of a test. Default true. */
  readonly checksPositions?: boolean;
  /** Off: a click counts as often as it comes. Default true. */
  readonly checksIds?: boolean;
};

/** A click store for tests: its lists are what was stored, in that order. It keeps all of it. */
export interface MemoryClickStore extends ClickStore {
  readonly clicks: readonly Click[];
  readonly dead: readonly DeadLetter[];
  /** What `complete` said last, by partition. */
  readonly completeAt: ReadonlyMap<string, number>;
}

/** Opens a store that holds what a test stores, and is as exact as a real one unless that is switched off. */
export function openMemoryClickStore(options: MemoryClickStoreOptions = {}): MemoryClickStore {
  const { checksPositions = true, checksIds = true } = options;
  let clicks: Click[] = [];
  const dead: DeadLetter[] = [];
  const ids = new Set<string>();
  const positions = new Map<string, number>();
  const completeAt = new Map<string, number>();

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
    async position(partition) {
      return { at: positions.get(partition) ?? 0, begun: undefined };
    },
    async store(batch) {
      const at = positions.get(batch.partition) ?? 0;
      if (checksPositions && at === batch.to) return;
      if (checksPositions && at !== batch.from) throw new ClickError("POSITION_MOVED");
      add(batch);
      positions.set(batch.partition, batch.to);
    },
    async complete(partition, at) {
      completeAt.set(partition, at);
    },
    // Nothing is forgotten here but clicks.
    letGo: () => Promise.resolve(),
    partitions: async () =>
      [...new Set([...positions.keys(), ...completeAt.keys()])].toSorted().map((partition) => ({
        partition,
        at: positions.get(partition) ?? 0,
        completeAt: completeAt.get(partition),
        seenAt: undefined,
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
