import { checkNames } from "../../check-names.ts";
import type { Clock } from "../../clock.ts";
import type { StoreTraits, SyncStore } from "../../store.ts";
import { createSyncStore } from "../memory/sync-store.ts";
import { wrapClock } from "../memory/turn-clock.ts";
import { layoutOf, type SharedMemory } from "./layout.ts";
import { createSharedClock } from "./shared-clock.ts";
import { SharedKeeper } from "./shared-keeper.ts";

export type SharedMemoryStoreOptions = {
  /** What `createSharedMemory` made, here or in the thread that posted it. */
  readonly memory: SharedMemory;
  /** Microseconds since 1970. Default: wall time when the memory was made and monotonic time since, in every thread. */
  readonly clock?: Clock;
};

const traits: StoreTraits = {
  kind: "shared-memory",
  reach: "threads",
  isSharded: false,
  onFailure: "never",
  liveNodes: () => 1,
};

/**
 * Keeps counters in memory that all threads of a process share: together they admit exactly the limit.
 *
 * Each bucket of 16 rows has a lock of its own, held for less than a microsecond; a thread that finds it taken waits,
 * blocking. A thread that was ended while it held one is found dead after a second: the next one takes the lock over,
 * and the row as it is, so that a charge may be lost or be there without its request. The memory never grows: where a
 * bucket is full, the counter goes that has used the least part of its limit.
 *
 * @throws {LimiterError} `OPTION_UNKNOWN`, `STORE_OPTION_INVALID`
 */
export function sharedMemoryStore(options: SharedMemoryStoreOptions): SyncStore {
  checkNames("sharedMemoryStore", options, ["memory", "clock"]);
  const { memory, clock } = options;
  const layout = layoutOf(memory);
  const keeper = new SharedKeeper(layout, clock === undefined ? createSharedClock(layout) : wrapClock(clock).exact);
  return { ...createSyncStore(traits, keeper), accept: (policy) => void keeper.counter(policy) };
}
