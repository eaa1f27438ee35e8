import { resolve } from "node:path";
import type { AskedCounts, ClickCounts, ClickStore, PartitionState } from "../../click-store.ts";
import type { DeadLetter } from "../../dead-letter.ts";
import { bucketStart, levelMs } from "../../rollup/index.ts";
import { AskedThread, type AskedThreadStats } from "./asked-thread.ts";
import { createFile, identityOf, openConnection } from "./connection.ts";
import { migrate } from "./migrate.ts";
import type { ReaderQuestion, ThreadData, WriterQuestion } from "./questions.ts";
import { clickErrorFrom } from "./sqlite-error.ts";

export type SqliteClicksOptions = {
  /** The database file, of clicks alone; made when it is missing, its folder is not. */
  readonly path: string;
  /** How long a change waits for another process that writes, before `STORE_UNAVAILABLE`. Default: 2,000. */
  readonly lockTimeoutMs?: number;
  /** From giving a batch to its commit, waiting included. Default: 30,000. */
  readonly storeDeadlineMs?: number;
  /** From asking for a report to its answer, waiting included. Default: 10,000. */
  readonly reportDeadlineMs?: number;
  /** How long making one day anew may take. Default: 600,000. */
  readonly rebuildDeadlineMs?: number;
  /** How long what is under way may delay the end. Default: 5,000. */
  readonly closeDeadlineMs?: number;
  /** Batches that may wait; more are refused. Default: 16. */
  readonly batchQueueLimit?: number;
  /**
   * Questions of reports that may wait, of quick ones and of slow ones so many each. Of more, one of whoever waits for most is
   * refused. Default: 64.
   */
  readonly reportQueueLimit?: number;
  /** The newest of what is no click; older ones are removed and counted. Default: 1,000. */
  readonly keptDeadLetters?: number;
  /** The file does not grow above this. Default: no limit but the disk's. */
  readonly maxFileBytes?: number;
};

/** Plain numbers for metrics, counted since the start. */
export type SqliteClicksStats = Readonly<Record<"writer" | "reader" | "slowReader", AskedThreadStats>>;

/** A file with clicks, and all that is asked of it. */
export interface SqliteClicks extends ClickStore, AskedCounts {
  /** How many dead letters had to make room for newer ones. */
  removedDeadLetters(): Promise<number>;
  stats(): SqliteClicksStats;
}

/**
 * Opens the file and brings its schema up to date. Batches are stored by one thread and reports are read by two others, so
 * that neither waits for the other, and a point or a page for no report that reads much. Several askers are read for by
 * turns. Each thread starts with its first question. Other processes may have the file open, too.
 *
 * @throws {ClickError} `STORE_NEWER`, `STORE_UNAVAILABLE`
 */
export async function openSqliteClicks(options: SqliteClicksOptions): Promise<SqliteClicks> {
  const path = resolve(options.path);
  const { lockTimeoutMs = 2_000, keptDeadLetters = 1_000, maxFileBytes } = options;
  makeReady(path, lockTimeoutMs);
  const workerData: ThreadData = { path, identity: identityOf(path), lockTimeoutMs, keptDeadLetters, maxFileBytes };
  const { batchQueueLimit = 16, reportQueueLimit = 64 } = options;
  const start = (entry: URL, queueLimit: number): AskedThread =>
    new AskedThread({ entry, workerData, maxHeapMb: 256, queueLimit });
  const startReader = (): AskedThread => start(new URL("./reader-thread.ts", import.meta.url), reportQueueLimit);
  const threads = {
    writer: start(new URL("./writer-thread.ts", import.meta.url), batchQueueLimit),
    reader: startReader(),
    slowReader: startReader(),
  };
  return { ...storeOf(threads, options), ...countsOf(threads, options), ...endOf(threads, options) };
}

type Threads = Readonly<Record<keyof SqliteClicksStats, AskedThread>>;

function makeReady(path: string, lockTimeoutMs: number): void {
  try {
    createFile(path);
    const database = openConnection({ path, lockTimeoutMs, cacheKib: 2_000, readOnly: false });
    try {
      migrate(database);
    } finally {
      database.close();
    }
  } catch (error) {
    throw clickErrorFrom(error);
  }
}

function storeOf({ writer, reader }: Threads, options: SqliteClicksOptions): Omit<ClickStore, "close"> {
  const { storeDeadlineMs = 30_000, reportDeadlineMs = 10_000, rebuildDeadlineMs = 600_000 } = options;
  const write = (question: WriterQuestion, deadlineMs = storeDeadlineMs): Promise<unknown> =>
    writer.ask(question, deadlineMs);
  return {
    async position(partition) {
      return { at: Number(await write({ name: "position", partition })), begun: undefined };
    },
    async store({ clicks, ...batch }) {
      await write({ name: "store", batch, clicks: JSON.stringify(clicks) });
    },
    async complete(partition, at) {
      await write({ name: "complete", partition, at });
    },
    async letGo(partition) {
      await write({ name: "letGo", partition });
    },
    async partitions() {
      return (await write({ name: "partitions" }, reportDeadlineMs)) as readonly PartitionState[];
    },
    async forget(before) {
      // In pieces, between which batches are stored.
      while (await write({ name: "forget", before }));
    },
    async rebuild({ from, to }) {
      if (bucketStart("day", from) !== from || bucketStart("day", to) !== to) {
        throw new RangeError("Roll-ups are made anew for whole UTC days.");
      }
      for (let day = from; day < to; day += levelMs("day")) await write({ name: "rebuild", day }, rebuildDeadlineMs);
    },
    async deadLetters(limit) {
      const question: ReaderQuestion = { name: "deadLetters", of: [limit] };
      return (await reader.ask(question, reportDeadlineMs)) as readonly DeadLetter[];
    },
  };
}

function countsOf(threads: Threads, options: SqliteClicksOptions, asker = ""): AskedCounts {
  const { reportDeadlineMs = 10_000 } = options;
  const asking =
    (thread: AskedThread) =>
    <Name extends keyof ClickCounts>(name: Name, of: Parameters<ClickCounts[Name]>, signal?: AbortSignal) =>
      // The thread answers as the question's name says.
      thread.ask({ name, of }, reportDeadlineMs, { asker, signal }) as ReturnType<ClickCounts[Name]>;
  const [ask, askSlow] = [asking(threads.reader), asking(threads.slowReader)];
  return {
    totals: (links, signal) => ask("totals", [links], signal),
    counts: (query) => ask("counts", [query]),
    clicks: (query) => ask("clicks", [query]),
    series: (link, bounds) => askSlow("series", [link, bounds]),
    breakdown: (query) => askSlow("breakdown", [query]),
    top: (query) => askSlow("top", [query]),
    askedBy: (id) => countsOf(threads, options, id),
  };
}

function endOf(
  { writer, reader, slowReader }: Threads,
  { reportDeadlineMs = 10_000, closeDeadlineMs = 5_000 }: SqliteClicksOptions,
): Pick<SqliteClicks, "removedDeadLetters" | "stats" | "close"> {
  return {
    async removedDeadLetters() {
      const question: ReaderQuestion = { name: "removedDeadLetters", of: [] };
      return Number(await reader.ask(question, reportDeadlineMs));
    },
    stats: () => ({ writer: writer.stats(), reader: reader.stats(), slowReader: slowReader.stats() }),
    async close() {
      // Readers first: the last connection to close empties the log.
      await Promise.all([reader.close(closeDeadlineMs), slowReader.close(closeDeadlineMs)]);
      await writer.close(closeDeadlineMs);
    },
  };
}
