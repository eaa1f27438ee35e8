import { settleWithin } from "../../settle-within.ts";
import type { AskDisk } from "./ask-disk.ts";
import { holdSpool, leaveSpool, type HeldSpool } from "./held-spool.ts";
import { spoolFoldersIn } from "./spool-folders.ts";
import { sumOfStats } from "./spool-stats.ts";
import type { Spool, SpoolOptions, SpoolStats } from "./spool.ts";

export type AdoptedSpoolsOptions = Omit<SpoolOptions, "folder" | "ask"> & {
  /** Of the node. */
  readonly folder: string;
  /** What no answer may hold up for ever. */
  readonly ask: AskDisk;
  readonly isOwn: (path: string) => boolean;
  /** How often it is looked for more, at most. */
  readonly adoptMs: number;
  /** How long the looking is waited for; then it goes on beside. */
  readonly waitMs: number;
  /** Told of all that are there, each time that it was looked. */
  readonly onFolders: (paths: readonly string[]) => void;
};

/** Spools that other processes have left. */
export type AdoptedSpools = Pick<Spool, "drain"> & {
  /** Takes over what is left by now. Never throws. */
  adopt(): Promise<void>;
  stats(): SpoolStats;
  /** Those that are held, each with how its end went. */
  close(): Promise<PromiseSettledResult<void>[]>;
};

export function createAdoptedSpools(options: AdoptedSpoolsOptions): AdoptedSpools {
  const { folder, ask, isOwn, onFolders, onFault } = options;
  let spools: readonly HeldSpool[] = [];
  /** What was counted of spools that are removed by now. */
  let before: Pick<SpoolStats, "tornBytes" | "brokenRecords"> = { tornBytes: 0, brokenRecords: 0 };
  let isClosed = false;

  async function look(): Promise<void> {
    const known = new Set(spools.map(({ path }) => path));
    const paths = await spoolFoldersIn(folder, ask, onFault);
    onFolders(paths);
    for (const path of paths.filter((one) => !isOwn(one) && !known.has(one))) {
      if (isClosed) return;
      // One that cannot be read is no reason to leave the others, or not to start.
      const held = await holdSpool({ ...options, folder: path }).catch(onFault);
      if (held === undefined) continue;
      // It was closed meanwhile.
      if (isClosed) await leaveSpool(held, ask);
      else spools = [...spools, held];
    }
  }
  const adopt = createLooking(options, look);
  return {
    adopt,
    async drain(take) {
      await adopt();
      for (const held of spools) {
        await held.spool.drain(take);
        const { bytes, tornBytes, brokenRecords } = held.spool.stats();
        // Of a file with a fault, which is tried again.
        if (bytes > 0) continue;
        spools = spools.filter((other) => other !== held);
        before = { tornBytes: before.tornBytes + tornBytes, brokenRecords: before.brokenRecords + brokenRecords };
        await leaveSpool(held, ask).catch(onFault);
      }
    },
    stats: () => sumOfStats(spools.map(({ spool }) => spool.stats()).concat({ ...nothing, ...before })),
    close() {
      isClosed = true;
      return Promise.allSettled(spools.map((held) => leaveSpool(held, ask)));
    },
  };
}

/** Looks now and then, never twice at once. */
function createLooking(options: AdoptedSpoolsOptions, look: () => Promise<void>): () => Promise<void> {
  const { adoptMs, waitMs, monotonicMs, onFault } = options;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  const run = () =>
    look()
      .catch(onFault)
      .finally(() => (looking = undefined));
  return async () => {
    if (looking === undefined && monotonicMs() - lookedAt >= adoptMs) {
      lookedAt = monotonicMs();
      looking = run();
    }
    if (looking !== undefined) await settleWithin(waitMs, looking);
  };
}

const nothing = { records: 0, oldestAt: undefined, bytes: 0 } as const;
