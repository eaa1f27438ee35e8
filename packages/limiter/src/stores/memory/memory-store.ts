import { checkOption } from "../../check-count.ts";
import { checkNames } from "../../check-names.ts";
import type { Clock } from "../../clock.ts";
import type { StoreTraits, SyncStore } from "../../store.ts";
import { MemoryKeeper } from "./memory-keeper.ts";
import { createSyncStore } from "./sync-store.ts";
import { createTurnClock, wrapClock } from "./turn-clock.ts";

export type MemoryStoreOptions = {
  /** How many counters each policy may have: 1 to 16,777,216. Default: 1,000,000, which take up to 150 MB. */
  readonly maxKeys?: number;
  /** Microseconds since 1970, never going back. Default: wall time at start and monotonic time since. */
  readonly clock?: Clock;
};

/** Counters in this process. */
export type MemoryStore = SyncStore & {
  /** How many counters it holds now. */
  readonly size: number;
};

const traits: StoreTraits = {
  kind: "memory",
  reach: "process",
  isSharded: false,
  onFailure: "never",
  liveNodes: () => 1,
};

/**
 * Keeps counters in this process: answers at once, and forgets when the process ends.
 *
 * A counter that equals a fresh one is removed in passing, by one timer that does not keep the process alive. When a
 * policy has `maxKeys` counters, a new one takes the place of one that has used little of its limit; one that has used
 * more than half, or is blocked, goes only when thousands around it are so too.
 *
 * @throws {LimiterError} `OPTION_UNKNOWN`, `STORE_OPTION_INVALID`
 */
export function memoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  checkNames("memoryStore", options, ["maxKeys", "clock"]);
  const { maxKeys = 1_000_000, clock } = options;
  const keeper = new MemoryKeeper(
    checkOption(maxKeys, "maxKeys", 1, 2 ** 24),
    clock === undefined ? createTurnClock() : wrapClock(clock),
  );
  return {
    ...createSyncStore(traits, keeper),
    get size() {
      return keeper.size;
    },
  };
}
