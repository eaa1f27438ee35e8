import type { Backlog, ClickSource } from "../click-log.ts";
import type { ClickStore } from "../click-store.ts";
import { settleWithin } from "../settle-within.ts";
import { oldestAsOf } from "./oldest-as-of.ts";
import { createWatch } from "./watch.ts";
import { createWriterCounts, type WriterCounts } from "./writer-counts.ts";
import type { WriterEvent } from "./writer-event.ts";
import { WriterLoop, type WriterState } from "./writer-loop.ts";
import { WriterRounds } from "./writer-rounds.ts";

export type WriterOptions = {
  readonly source: ClickSource;
  readonly store: ClickStore;
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Told of what an operator may want to read. Must not throw. */
  readonly onEvent: (event: WriterEvent) => void;
  /** Records of a batch at most, from 1 on. Default 5,000. */
  readonly batchSize?: number;
  /** How long it waits where the log has nothing or little more, so that few clicks make few batches. Default 200. */
  readonly idleMs?: number;
  /** Records that are parsed in one turn of the event loop. Default 100. */
  readonly recordsPerTurn?: number;
  /** How long a call of the log or the store may take before it is tried again. Default 60,000. */
  readonly callMs?: number;
  /** How often the store is told up to when all is counted, at most. Default 5,000. */
  readonly completeMs?: number;
  /** How often the store is asked up to when each partition is counted. Default 10,000. */
  readonly asOfMs?: number;
};

export type WriterStats = WriterCounts & {
  readonly state: WriterState;
  /**
   * Records in the log that are not stored; of a large backlog about so many. At most some seconds old while the log can be
   * read. Undefined before it could be for the first time.
   */
  readonly lagRecords: number | undefined;
  /** Milliseconds since the oldest of them was recorded; 0 where there is none. Undefined as long as they are. */
  readonly oldestAgeMs: number | undefined;
  /**
   * Up to when the partition is counted that is furthest behind, also of other nodes, in milliseconds since 1970: `asOf` of
   * reports. Undefined where none is waited for, and before the store has answered. At most some seconds old.
   */
  readonly oldestAsOf: number | undefined;
};

export interface Writer {
  start(): void;
  /** Stores nothing more until `resume`. Resolves when the batch that is under way is done. */
  pause(): Promise<void>;
  resume(): void;
  state(): WriterState;
  stats(): WriterStats;
  /**
   * Ends after the batch that is under way, and where partitions of the log end, after what is left of closed ones; or after
   * the deadline. What comes of the batch that is under way then, the store decides.
   */
  stop(deadlineMs: number): Promise<void>;
}

/** So often the log is asked how much of it is not stored. */
const backlogMs = 2_000;

const defaults = {
  batchSize: 5_000,
  idleMs: 200,
  recordsPerTurn: 100,
  callMs: 60_000,
  completeMs: 5_000,
  asOfMs: 10_000,
} as const;

/**
 * Carries clicks from a log into a store, each exactly once: the position of a batch is stored with it.
 *
 * Nothing stops it but `stop`. A store that fails leaves the clicks in the log, a record that is no click becomes a dead
 * letter, records that the log has lost are passed over and counted. Several writers of one log do no harm.
 */
export function createWriter(options: WriterOptions): Writer {
  const settings = { ...defaults, ...options };
  const counts = createWriterCounts(options.onEvent);
  const watches = openWatches(settings);
  const rounds = new WriterRounds({ ...settings, counts });
  const loop = new WriterLoop({ ...settings, round: rounds.round });
  return {
    start() {
      if (loop.state() !== "new") return;
      for (const watch of Object.values(watches)) watch.start();
      loop.start();
    },
    pause: () => loop.pause(),
    resume: () => loop.resume(),
    state: () => loop.state(),
    stats() {
      const backlog = watches.backlog.last();
      return {
        ...counts.read(),
        state: loop.state(),
        lagRecords: backlog?.records,
        oldestAgeMs: backlog === undefined ? undefined : ageOf(backlog.oldestAt, options.now()),
        oldestAsOf: watches.asOf.last(),
      };
    },
    async stop(deadlineMs) {
      for (const watch of Object.values(watches)) watch.stop();
      const deadline = AbortSignal.timeout(deadlineMs);
      const isCounting = loop.state() === "running";
      const stopping = loop.stop().then(() => (isCounting ? rounds.finish(deadline) : undefined));
      await settleWithin(deadlineMs, stopping);
    },
  };
}

function ageOf(at: number | undefined, now: number): number {
  return at === undefined ? 0 : Math.max(0, now - at);
}

function openWatches({ source, store, asOfMs }: Pick<WriterOptions, "source" | "store"> & { readonly asOfMs: number }) {
  return {
    backlog: createWatch<Backlog | undefined>({ ask: () => source.backlog(), everyMs: backlogMs, first: undefined }),
    asOf: createWatch<number | undefined>({
      ask: async () => oldestAsOf(await store.partitions()),
      everyMs: asOfMs,
      first: undefined,
    }),
  };
}
