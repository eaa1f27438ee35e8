import { ClickError } from "../../click-error.ts";
import type { ClickLog } from "../../click-log.ts";
import type { Click } from "../../click.ts";
import { settleWithin } from "../../settle-within.ts";
import { formatBatch } from "./batch-bytes.ts";
import { createKeptBytes } from "./kept-bytes.ts";
import { logFiles, logUnavailable, type LogFiles } from "./log-files.ts";
import { createPartition } from "./partition.ts";

export type FileLogOptions = {
  /** The folder of the log; it is made where it is missing. Several processes may share it. */
  readonly folder: string;
  /** The name of this start of the process, never used before, such as a UUID of version 7: a folder of its own. */
  readonly partition: string;
  /** A new file begins when one is that large. Default: 8 MiB, or an eighth of `maxKeptBytes` where that is less. */
  readonly maxSegmentBytes?: number;
  /** What may lie in the folder, of all processes together, while no writer comes. Default 1 GiB. */
  readonly maxKeptBytes?: number;
  /** How long `close` waits for a disk that does not answer. Default 5,000. */
  readonly closeMs?: number;
  readonly now: () => number;
  readonly files?: LogFiles;
};

export type FileLogStats = {
  /** Bytes in the folder of the log, as far as this process knows. */
  readonly keptBytes: number;
  readonly failures: number;
};

export interface FileLog extends ClickLog {
  stats(): FileLogStats;
}

const mostSegmentBytes = 8 * 1024 * 1024;
const defaultKeptBytes = 1024 * 1024 * 1024;
const defaultCloseMs = 5_000;

/**
 * Opens the log `memory`: files that the operating system has taken over once `append` has settled. A process that is
 * killed after that loses none of it. A power failure takes what the operating system has not brought to the disk, up to about
 * 30 s on Linux.
 *
 * A disk that is full or fails makes appends fail until it is mended; opening does not fail because of it. One that does not
 * answer holds one call, and an append with it for as long.
 *
 * @throws {ClickError} `LOG_UNAVAILABLE` when the partition's name was used before.
 */
export async function openFileLog(options: FileLogOptions): Promise<FileLog> {
  const { files = logFiles, maxKeptBytes = defaultKeptBytes, closeMs = defaultCloseMs, folder, now } = options;
  const maxSegmentBytes = options.maxSegmentBytes ?? Math.min(mostSegmentBytes, maxKeptBytes / 8);
  const kept = createKeptBytes(files, folder, { maxBytes: maxKeptBytes, now });
  const partition = createPartition({ files, folder, name: options.partition, maxSegmentBytes, kept, now });
  await partition.open();
  let failures = 0;
  let running: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function add(bytes: Buffer): Promise<void> {
    if (await kept.hasRoomFor(bytes.length)) return partition.append(bytes);
    await partition.turn();
    throw new ClickError("LOG_UNAVAILABLE", "It keeps all that it may.");
  }

  async function write(clicks: readonly Click[]): Promise<void> {
    try {
      const bytes = await formatBatch(clicks);
      await partition.atWork(() => add(bytes));
    } catch (error) {
      failures += 1;
      throw logUnavailable(error);
    }
  }

  return {
    async append(clicks) {
      if (isClosed) throw new ClickError("LOG_UNAVAILABLE", "It is closed.");
      if (clicks.length === 0) return;
      const writing = write(clicks);
      running = writing.catch(() => undefined);
      await writing;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await settleWithin(
        closeMs,
        running.then(() => partition.close()),
      );
    },
    stats: () => ({ keptBytes: kept.bytes(), failures }),
  };
}
