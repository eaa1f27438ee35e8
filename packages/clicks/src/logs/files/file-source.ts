import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ClickError } from "../../click-error.ts";
import type { ClickSource } from "../../click-log.ts";
import { FileCalls } from "../../file-calls.ts";
import { joinReads } from "../../join-reads.ts";
import { createFileBacklog, wholeLog } from "./file-backlog.ts";
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
  /**
   * How long the file system may take to answer a call. After that it fails, and others of its partition fail at once until
   * there is an answer. Where two have none, all fail. Default 15,000.
   */
  readonly hungMs?: number;
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
  const calls = new FileCalls(options.hungMs);
  const backlogOf = createFileBacklog(files, root, calls);
  let isClosed = false;

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isClosed) throw new ClickError("LOG_UNAVAILABLE", "It is closed.");
    try {
      return await work();
    } catch (error) {
      throw logUnavailable(error);
    }
  }

  const ask = <Result>(subject: string, work: () => Promise<Result>): Promise<Result> =>
    attempt(() => calls.run(subject, work));

  return {
    partitions: () => ask(wholeLog, () => listPartitions(files, root)),
    read: (read) =>
      joinReads(read, (piece) =>
        ask(read.partition, () => readPartition(files, join(root, read.partition), piece, torn.add)),
      ),
    release: (partition, position) =>
      ask(partition, async () => {
        released.set(partition, Math.max(position, released.get(partition) ?? 0));
        await removeStored(files, join(root, partition), position);
      }),
    isEnded: (partition, position) =>
      ask(partition, () => isPartitionEnded(files, join(root, partition), { position, silentSince: now() - silentMs })),
    remove: (partition) =>
      ask(partition, async () => {
        await removePartition(files, join(root, partition), released.get(partition) ?? 0);
        released.delete(partition);
        torn.forget(partition);
      }),
    backlog: () => attempt(() => backlogOf(released)),
    async wait(ms, signal) {
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    },
    async close() {
      isClosed = true;
    },
    torn: torn.count,
  };
}
