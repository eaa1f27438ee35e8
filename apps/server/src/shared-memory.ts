import {
  createSharedFollower,
  createSharedLookups,
  type LinkChange,
  type LinkEvent,
  type LinkStore,
  type SharedCache,
} from "@narrows/links";
import type { Logger, Metrics } from "@narrows/service";
import { createOutageLog } from "./fault-log.ts";
import { registerSharedMetrics } from "./metrics/shared-metrics.ts";

/** Lookups by way of the cache that all nodes share, where there is one. */
export type SharedMemory = Pick<LinkStore, "findTarget"> & {
  /** Some node changed a link. */
  readonly hear: (change: LinkChange) => void;
  /** This node made or changed a link. */
  readonly tell: (event: LinkEvent) => void;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};

export type SharedMemoryOptions = {
  /** Undefined: the store is asked. */
  readonly shared: SharedCache | undefined;
  readonly store: Pick<LinkStore, "findTarget" | "lastChange" | "changesAfter">;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
};

/** Redis answers in less than one; who is slower than this costs more than it saves. */
const deadlineMs = 20;

/** What is behind the log of changes by more than this is not believed. */
const maxSilenceMs = 1_000;
const pollMs = 250;

export function createSharedMemory(options: SharedMemoryOptions): SharedMemory {
  const { shared, store, metrics, log, monotonicMs } = options;
  if (shared === undefined) {
    registerSharedMetrics(metrics, undefined, () => false);
    const nothing = (): void => undefined;
    const findTarget: LinkStore["findTarget"] = (key) => store.findTarget(key);
    return { findTarget, hear: nothing, tell: nothing, start: nothing, stop: async () => undefined };
  }
  const onError = createOutageLog(log, "The cache in Redis does not follow the log of changes, and is left aside.");
  const follower = createSharedFollower({ shared, store, pollMs, maxSilenceMs, monotonicMs, onError });
  const lookups = createSharedLookups({ shared, store, isTrusted: follower.isTrusted, deadlineMs, monotonicMs });
  registerSharedMetrics(metrics, lookups, follower.isTrusted);
  return { ...lookups, start: follower.start, stop: follower.stop };
}
