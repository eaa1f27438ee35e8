import type { Store, StoreTraits, SyncStore } from "../../src/store.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";

/** A clock that stands still until it is moved. */
export function handClock(startMs = 1_700_000_000_000) {
  let nowMicros = startMs * 1000;
  return {
    clock: () => nowMicros,
    pass(ms: number): void {
      nowMicros += ms * 1000;
    },
  };
}

/** Memory that answers later, with other traits or verbs where they are given. */
export function laterStore(changes: Partial<Omit<Store, "traits">> & { traits?: Partial<StoreTraits> } = {}): Store {
  const memory: SyncStore = memoryStore({ clock: handClock().clock });
  return {
    charge: (charges) => memory.charge(charges),
    peek: (charges) => memory.peek(charges),
    refund: (charges, takenAtMicros) => memory.refund(charges, takenAtMicros),
    penalize: (charges) => memory.penalize(charges),
    block: (charges, durationMs) => memory.block(charges, durationMs),
    reset: (charges) => memory.reset(charges),
    close: () => memory.close(),
    ...changes,
    traits: { ...memory.traits, kind: "later", reach: "nodes", onFailure: "closed", ...changes.traits },
  };
}
