import { randomUUIDv7 } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { FileCalls } from "../../file-calls.ts";
import { createAdoptedSpools } from "./adopted-spools.ts";
import { holdSpool, leaveSpool, type HeldSpool } from "./held-spool.ts";
import { sumOfStats } from "./spool-stats.ts";
import type { Spool, SpoolOptions } from "./spool.ts";
import { createToldFaults } from "./told-faults.ts";

export type NodeSpoolOptions = {
  /** Of the node: the spool of each process is a folder of its own in it. */
  readonly folder: string;
  /** What this process keeps at most, with what it has taken over of others. */
  readonly maxBytes: number;
  /** How often spools that others have left are looked for, at most. */
  readonly adoptMs: number;
  /** How long the opening, and a drain, wait while it is looked for them; then that goes on beside. Default: 1,000. */
  readonly adoptWaitMs?: number;
  readonly monotonicMs: () => number;
  /** Asks for what others have left, which may be on a disk that hangs. Default: gives a call up after 5 s. */
  readonly calls?: Pick<FileCalls, "run">;
  /**
   * Told of a spool or a file that cannot be read, locked or removed, or has no answer; it holds no other one up. Of what is
   * no regular file it is told once. Must not throw.
   */
  readonly onFault: (error: unknown) => void;
};

/**
 * Short, for a drain waits for two such calls at most before it goes on; what is given up is asked for again. So two threads
 * for files are held at most, see `FileCalls`, beside the two of an append and a drain of the process's own spool.
 */
const hungMs = 5_000;

/**
 * Opens the spool of this process, and takes over those of processes of the node that are gone: at once, and again and
 * again with `drain`. Which are gone, locks say. Its own is drained first, and a left one that gives no answer keeps neither
 * the opening nor a drain for long.
 */
export async function openNodeSpool(options: NodeSpoolOptions): Promise<Spool> {
  const { folder, maxBytes, adoptMs, adoptWaitMs = 1_000, monotonicMs, calls = new FileCalls(hungMs) } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { onFault, keep } = createToldFaults(options.onFault);
  const bounds = { maxBytes, monotonicMs, faultPauseMs: adoptMs, onFault };
  const others = createAdoptedSpools({
    ...bounds,
    folder,
    ask: (path, work) => calls.run(path, work),
    isOwn: (path) => path === own.path,
    adoptMs,
    waitMs: adoptWaitMs,
    onFolders: keep,
  });
  const own = await openOwn(folder, { ...bounds, takenBytes: () => others.stats().bytes });
  await others.adopt();
  return {
    append: (rows) => own.spool.append(rows),
    async drain(take) {
      await own.spool.drain(take);
      await others.drain(take);
    },
    stats: () => sumOfStats([own.spool.stats(), others.stats()]),
    async close() {
      const [ownEnd, otherEnds] = await Promise.all([Promise.allSettled([leaveSpool(own)]), others.close()]);
      const failed = [...ownEnd, ...otherEnds].find((end) => end.status === "rejected");
      if (failed !== undefined) throw failed.reason;
    },
  };
}

/** @throws {Error} when the folder cannot be made or locked */
async function openOwn(folder: string, bounds: Omit<SpoolOptions, "folder">): Promise<HeldSpool> {
  for (;;) {
    const path = join(folder, randomUUIDv7());
    await mkdir(path, { mode: 0o700 });
    const held = await holdSpool({ ...bounds, folder: path });
    // Another took the new folder for one that was left.
    if (held !== undefined) return held;
  }
}
