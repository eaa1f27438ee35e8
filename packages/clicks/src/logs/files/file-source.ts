import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ClickError } from "../../click-error.ts";
import type { ClickSource } from "../../click-log.ts";
import { backlogOf } from "./file-backlog.ts";
import { logFiles, logUnavailable, type LogFiles } from "./log-files.ts";
import { readPartition } from "./read-partition.ts";
import { isPartitionEnded, removePartition, removeStored } from "./remove-stored.ts";
import { listPartitions } from "./segment-names.ts";
import { createTornCount, type Torn } from "./torn-count.ts";

export type FileSourceOptions = {
  /** The folder of the log. */
  readonly folder: string;
  /**
   * How long a partition must have been silent to be taken for ended. A living process gives a sign every 20 s, and one
   * that was taken for ended by mistake, having been stopped for so long, loses nothing. Default: 2 minutes.
   */
  readonly silentMs?: number;
  readonly now: () => number;
  readonly files?: LogFiles;
};

export interface FileSource extends ClickSource {
  isEnded(partition: string, position: number): Promise<boolean>;
  remove(partition: string): Promise<void>;
  /** Ends of batches that were never taken over, as their process was killed or the disk was full. */
  torn(): Torn;
}

const defaultSilentMs = 120_000;

/**
 * Opens the other end of `openFileLog`: reads what every process has left in the folder, and removes what is stored.
 *
 * Several readers of one folder do no harm, but double the work: one is enough. It keeps no file open.
 */
export function openFileSource(options: FileSourceOptions): FileSource {
  const { folder: root, files = logFiles, now, silentMs = defaultSilentMs } = options;
  const released = new Map<string, number>();
  const torn = createTornCount();
  let isClosed = false;

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isClosed) throw new ClickError("LOG_UNAVAILABLE", "It is closed.");
    try {
      return await work();
    } catch (error) {
      throw logUnavailable(error);
    }
  }

  return {
    partitions: () => attempt(() => listPartitions(files, root)),
    read: (read) => attempt(() => readPartition(files, join(root, read.partition), read, torn.add)),
    release: (partition, position) =>
      attempt(async () => {
        released.set(partition, Math.max(position, released.get(partition) ?? 0));
        await removeStored(files, join(root, partition), position);
      }),
    isEnded: (partition, position) =>
      attempt(() => isPartitionEnded(files, join(root, partition), { position, silentSince: now() - silentMs })),
    remove: (partition) =>
      attempt(async () => {
        await removePartition(files, join(root, partition), released.get(partition) ?? 0);
        released.delete(partition);
        torn.forget(partition);
      }),
    backlog: () => attempt(() => backlogOf(files, root, released)),
    async wait(ms, signal) {
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    },
    async close() {
      isClosed = true;
    },
    torn: torn.count,
  };
}
