import type { BoundedCalls, Shard } from "./bounded-calls.ts";

/** Past these, new ones share the bounds of what nobody knows the place of. */
const maxShards = 1_024;

/** Bounds for each part of a store by itself, so that one that hangs takes neither places nor patience from the others. */
export class Shards {
  readonly #open: (shard: Shard) => BoundedCalls;
  readonly #unknown: BoundedCalls;
  readonly #known = new Map<string, BoundedCalls>();

  /** @param isSharded Whether what has no name may lie anywhere. */
  constructor(isSharded: boolean, open: (shard: Shard) => BoundedCalls) {
    this.#open = open;
    this.#unknown = open({ name: "", isOneNode: !isSharded });
  }

  of(name: string | undefined): BoundedCalls {
    return name === undefined ? this.#unknown : (this.#known.get(name) ?? this.#add(name));
  }

  /** @returns Whether they were open. */
  close(): boolean {
    for (const calls of this.#known.values()) calls.close();
    // Whatever is asked from now on finds this one.
    this.#known.clear();
    return this.#unknown.close();
  }

  #add(name: string): BoundedCalls {
    if (this.#known.size >= maxShards) this.#forgetIdle();
    if (this.#known.size >= maxShards || this.#unknown.isClosed) return this.#unknown;
    const calls = this.#open({ name, isOneNode: true });
    this.#known.set(name, calls);
    return calls;
  }

  /** Nodes come and go. */
  #forgetIdle(): void {
    for (const [name, calls] of this.#known) if (calls.isIdle) this.#known.delete(name);
  }
}
