import type { Archive } from "@narrows/links";
import type { Logger, Part } from "@narrows/service";
import { pause } from "./pause.ts";

export type StoreArchiveOptions = {
  /** Resolves when the store is open. */
  readonly archive: Promise<Archive>;
  /** How long a link stays as it is after its expiry. Undefined: for ever. */
  readonly retentionMs: number | undefined;
  /** Whole months that are kept beside the present one. Undefined: all. */
  readonly keptMonths: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From the end of one round to the next. */
  readonly intervalMs: number;
  readonly log: Logger;
};

/** Counted since the start. */
export type StoreArchiveStats = {
  readonly archived: number;
  readonly droppedMonths: number;
  readonly failedRounds: number;
  /** Months that are kept, as the last round found it. */
  readonly months: number;
  /** For how long a link has been due that is not archived yet, at most. */
  readonly lagMs: number;
};

/** Archives expired links in the background, and drops old months. */
export type StoreArchive = { readonly part: Part; readonly stats: () => StoreArchiveStats };

/** One transaction stays short. */
const batchSize = 100;

/** With a short retention rounds are as frequent; a right that is missing would be told each time. */
const quietMs = 60_000;

/** The start is for requests. */
const firstMs = 2_000;

/** After a batch others have the store for four times as long as it took. */
const restShare = 4;

type State = {
  readonly options: StoreArchiveOptions;
  readonly stopping: AbortController;
  readonly counts: { archived: number; droppedMonths: number; failedRounds: number; months: number };
  /** False where another worker does it. */
  isRunning: boolean;
  /** Everything that expired by then is archived. */
  caughtUpTo: number;
};

/** Does nothing where neither a retention nor a number of months is given. */
export function createStoreArchive(options: StoreArchiveOptions): StoreArchive {
  const { retentionMs, keptMonths, now } = options;
  const counts = { archived: 0, droppedMonths: 0, failedRounds: 0, months: 0 };
  const state: State = {
    options,
    stopping: new AbortController(),
    counts,
    isRunning: false,
    caughtUpTo: now() - (retentionMs ?? 0),
  };
  let rounds: Promise<void> = Promise.resolve();
  return {
    part: {
      name: "store archive",
      start() {
        if (retentionMs === undefined && keptMonths === undefined) return;
        state.isRunning = true;
        rounds = goRounds(state);
      },
      async stop() {
        state.stopping.abort();
        await rounds;
      },
    },
    stats: () => ({ ...counts, lagMs: lagOf(state) }),
  };
}

function lagOf({ options: { retentionMs, now }, isRunning, caughtUpTo }: State): number {
  return isRunning && retentionMs !== undefined ? Math.max(0, now() - retentionMs - caughtUpTo) : 0;
}

async function goRounds(state: State): Promise<void> {
  const { options, counts } = state;
  let waitMs = firstMs;
  let toldAt = Number.NEGATIVE_INFINITY;
  while (await pause(waitMs, state.stopping.signal)) {
    waitMs = options.intervalMs;
    try {
      await archiveAndDrop(state);
    } catch (error) {
      counts.failedRounds += 1;
      if (options.now() - toldAt < quietMs) continue;
      toldAt = options.now();
      options.log.warn({ err: error }, "Expired links could not be archived; trying again.");
    }
  }
}

async function archiveAndDrop(state: State): Promise<void> {
  const { options, counts } = state;
  const archive = await options.archive;
  if (options.retentionMs !== undefined) await archiveExpired(state, archive, options.now() - options.retentionMs);
  if (options.keptMonths !== undefined) await dropOldMonths(state, archive, options.keptMonths);
  counts.months = (await archive.months()).length;
}

async function archiveExpired(state: State, archive: Archive, before: number): Promise<void> {
  const { options, counts } = state;
  let after = 0;
  for (;;) {
    const beganAt = performance.now();
    const outcome = await archive.archiveExpired({ after, before, now: options.now(), limit: batchSize });
    // Another node is at it, and comes to the end without this one.
    if (outcome.kind === "busy") return;
    counts.archived += outcome.count;
    if (outcome.count < batchSize || outcome.last === null) {
      state.caughtUpTo = before;
      return;
    }
    after = outcome.last;
    state.caughtUpTo = Math.max(state.caughtUpTo, after);
    if (!(await pause(restShare * (performance.now() - beganAt), state.stopping.signal))) return;
  }
}

async function dropOldMonths({ options, counts, stopping }: State, archive: Archive, kept: number): Promise<void> {
  const oldest = monthBefore(options.now(), kept);
  const months = await archive.months();
  for (const month of months.filter((each) => each < oldest)) {
    if (stopping.signal.aborted || !(await archive.dropMonth(month))) return;
    counts.droppedMonths += 1;
    options.log.info({ month }, "Dropped what links were about that were archived in that month.");
  }
}

/** The month in UTC that lies so many before the one of `at`, such as "2026-11". */
function monthBefore(at: number, months: number): string {
  const date = new Date(at);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months)).toISOString().slice(0, 7);
}
