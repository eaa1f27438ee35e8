import { randomUUIDv7 } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { removedPath, spoolFoldersIn } from "./spool-folders.ts";
import { isOfLock, lockSpool } from "./spool-lock.ts";
import { openSpool, type Spool, type SpoolOptions, type SpoolStats } from "./spool.ts";
import type { TakeRows } from "./waiting-file.ts";

export type NodeSpoolOptions = {
  /** Of the node: the spool of each process is a folder of its own in it. */
  readonly folder: string;
  /** What this process keeps at most, with what it has taken over of others. */
  readonly maxBytes: number;
  /** How often spools that others have left are looked for, at most. */
  readonly adoptMs: number;
  readonly monotonicMs: () => number;
  /** Told of a spool or a file that cannot be read, locked or removed; it holds no other one up. Must not throw. */
  readonly onFault: (error: unknown) => void;
};

/** A spool that this process holds. */
type Held = { readonly path: string; readonly lock: Disposable; readonly spool: Spool };

/**
 * Opens the spool of this process, and takes over those of processes of the node that are gone: at once, and again and
 * again with `drain`. Which are gone, locks say.
 */
export async function openNodeSpool(options: NodeSpoolOptions): Promise<Spool> {
  const { folder, maxBytes, adoptMs, monotonicMs, onFault } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let adopted: readonly Held[] = [];
  /** What was counted of spools that are removed by now. */
  const before = { tornBytes: 0, brokenRecords: 0 };
  const takenBytes = () => adopted.reduce((sum, { spool }) => sum + spool.stats().bytes, 0);
  const bounds = { maxBytes, monotonicMs, faultPauseMs: adoptMs, onFault };
  const own = await openOwn(folder, { ...bounds, takenBytes });
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function adopt(): Promise<void> {
    if (monotonicMs() - lookedAt < adoptMs) return;
    lookedAt = monotonicMs();
    const known = new Set([own, ...adopted].map(({ path }) => path));
    const others = (await spoolFoldersIn(folder, onFault)).filter((path) => !known.has(path));
    for (const path of others) {
      // One that cannot be read is no reason to leave the others, or not to start.
      const held = await hold(path, bounds).catch(onFault);
      if (held !== undefined) adopted = [...adopted, held];
    }
  }
  async function drainAdopted(take: TakeRows): Promise<void> {
    for (const held of adopted) {
      await held.spool.drain(take);
      // In a file with a fault, which is tried again.
      if (held.spool.stats().records > 0) continue;
      adopted = adopted.filter((other) => other !== held);
      const { tornBytes, brokenRecords } = held.spool.stats();
      before.tornBytes += tornBytes;
      before.brokenRecords += brokenRecords;
      await leave(held).catch(onFault);
    }
  }
  await adopt().catch(onFault);
  return {
    append: (rows) => own.spool.append(rows),
    async drain(take) {
      await adopt().catch(onFault);
      await drainAdopted(take);
      await own.spool.drain(take);
    },
    stats: () => [own, ...adopted].map(({ spool }) => spool.stats()).reduce(sumOf, { ...none, ...before }),
    async close() {
      const ends = await Promise.allSettled([own, ...adopted].map(leave));
      const failed = ends.find((end) => end.status === "rejected");
      if (failed !== undefined) throw failed.reason;
    },
  };
}

const none: SpoolStats = { records: 0, oldestAt: undefined, bytes: 0, tornBytes: 0, brokenRecords: 0 };

function sumOf(one: SpoolStats, other: SpoolStats): SpoolStats {
  return {
    records: one.records + other.records,
    oldestAt: earlierOf(one.oldestAt, other.oldestAt),
    bytes: one.bytes + other.bytes,
    tornBytes: one.tornBytes + other.tornBytes,
    brokenRecords: one.brokenRecords + other.brokenRecords,
  };
}

function earlierOf(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}

type Bounds = Omit<SpoolOptions, "folder">;

/** @throws {Error} when the folder cannot be made or locked */
async function openOwn(folder: string, bounds: Bounds): Promise<Held> {
  for (;;) {
    const path = join(folder, randomUUIDv7());
    await mkdir(path, { mode: 0o700 });
    const held = await hold(path, bounds);
    // Another took the new folder for one that was left.
    if (held !== undefined) return held;
  }
}

/** @returns Undefined while another has it. */
async function hold(path: string, bounds: Bounds): Promise<Held | undefined> {
  const lock = lockSpool(path);
  if (lock === undefined) return undefined;
  try {
    return { path, lock, spool: await openSpool({ folder: path, ...bounds }) };
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

/** What is not drained stays for the next one. */
async function leave({ path, lock, spool }: Held): Promise<void> {
  try {
    await spool.close();
    const left = await readdir(path);
    if (!left.every(isOfLock)) return;
    // At once, so that nobody locks it while it goes.
    await rename(path, removedPath(path));
    await rm(removedPath(path), { recursive: true, force: true });
  } finally {
    lock[Symbol.dispose]();
  }
}
