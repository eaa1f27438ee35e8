import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import type { LeaseAllocator } from "@narrows/codes";
import type { KeyStore } from "../../key-store.ts";
import type { LinkStore } from "../../link-store.ts";
import { StoreError } from "../../store-error.ts";
import { backupSqlite } from "./backup-sqlite.ts";
import { openConnection } from "./connection.ts";
import { readDatabaseFiles, type DatabaseFiles } from "./database-files.ts";
import { readFileIdentity, type FileIdentity } from "./file-identity.ts";
import { GroupCommit } from "./group-commit.ts";
import { createSqliteLeases } from "./lease-allocator.ts";
import { migrateSqlite } from "./migrate-sqlite.ts";
import { readNow } from "./read-now.ts";
import { ReadQueue } from "./read-queue.ts";
import { readSchemaVersion } from "./schema.ts";
import { createSqliteKeys } from "./sqlite-keys.ts";
import { createSqliteLinks } from "./sqlite-links.ts";
import type { ReaderData, WriterData } from "./thread-data.ts";
import { createThread, type Thread, type ThreadOptions } from "./thread.ts";
import type { WriterQuestion } from "./write-command.ts";

export type SqliteOptions = {
  /** The database file; made when it is missing, its folder is not. */
  readonly path: string;
  /** How long a change waits for another process that writes, before `STORE_LOCKED`. Default: 2,000. */
  readonly lockTimeoutMs?: number;
  /** From asking for a change to its answer, waiting included; a thread silent for as long is ended. Default: 10,000. */
  readonly deadlineMs?: number;
  /** Changes that may wait; more are refused as `STORE_OVERLOADED`. Default: 4,096. */
  readonly queueLimit?: number;
  /** Changes in one transaction, at most. Default: 512. */
  readonly batchLimit?: number;
  /** Lists that may wait; more are refused as `STORE_OVERLOADED`. Default: 64. */
  readonly listQueueLimit?: number;
  /** From asking for a list to its answer, waiting included. Default: 5,000. */
  readonly listDeadlineMs?: number;
  /** The file does not grow above this: changes are refused as `STORE_FULL`. Default: no limit but the disk's. */
  readonly maxFileBytes?: number;
};

/** Plain numbers for metrics, counted since the start. */
export type SqliteStats = {
  readonly queuedWrites: number;
  /** Transactions; `commands` divided by this is how many changes one fsync served. */
  readonly batches: number;
  readonly commands: number;
  readonly failedBatches: number;
  readonly overloadedWrites: number;
  readonly lastCommitMs: number;
  readonly longestCommitMs: number;
  readonly writerRestarts: number;
  readonly queuedLists: number;
  readonly lists: number;
  readonly overloadedLists: number;
};

/** One open file with everything the service keeps in it. */
export interface SqliteDatabase {
  readonly links: LinkStore;
  readonly keys: KeyStore;
  /** For the processes of this machine that make snowflake codes. */
  readonly leases: LeaseAllocator;
  /** Writes a verified copy while the store is in use; see `backupSqlite`. */
  backup(toPath: string, signal?: AbortSignal): Promise<void>;
  stats(): SqliteStats;
  /** Answers what was accepted, refuses what comes, empties the log and ends the threads. */
  close(): Promise<void>;
}

/** Point reads wait on the calling thread, for no longer than a request can bear. */
const pointReadTimeoutMs = 100;

/** A restore exchanges a file once; several in a row are somebody's mistake. */
const openTries = 5;

/** How long a list under way may delay the end of the store; it only reads. */
const listCloseMs = 1_000;

/** Grows on demand: the pages of the primary key's index stay at hand for some millions of links. */
const cacheKib = 65_536;

/**
 * Opens the file, brings its schema up to date and starts the writer thread. Other processes may have it open, too.
 *
 * @throws {DatabaseError} `FILE_…`, `LOG_MISSING`, `SCHEMA_NEWER`, `WAL_UNSUPPORTED`
 * @throws {StoreError} `STORE_LOCKED` when another process held the file for too long
 */
export async function openSqlite(options: SqliteOptions): Promise<SqliteDatabase> {
  const path = resolve(options.path);
  const { database, files } = await openMigrated(path);
  try {
    return assemble(database, files, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Starts a thread last, when nothing can fail any more. */
function assemble(database: DatabaseSync, files: DatabaseFiles, options: SqliteOptions): SqliteDatabase {
  const writer = createThread(writerOptions(files, options));
  const reader = createThread(readerOptions(files));
  const { queueLimit = 4_096, batchLimit = 512, deadlineMs = 10_000 } = options;
  const writes = new GroupCommit({ thread: writer, queueLimit, batchLimit, deadlineMs });
  const { listQueueLimit = 64, listDeadlineMs = 5_000 } = options;
  const reads = new ReadQueue({ thread: reader, queueLimit: listQueueLimit, deadlineMs: listDeadlineMs });
  const parts = { database, writes, reads };
  const [links, keys] = [createSqliteLinks(parts), createSqliteKeys(parts)];
  writer.start();
  return {
    links,
    keys,
    leases: createSqliteLeases(writes),
    backup: (toPath, signal) => backupSqlite(files.path, toPath, signal),
    stats: () => statsOf(writes, reads, writer),
    async close() {
      reads.close();
      await Promise.all([writes.drain(), reader.close()]);
      // The last connection to close empties the log and removes it: the writer, unless that would do harm.
      if (database.isOpen && (await mayEmptyLog(writer))) database.close();
      await writer.close();
      if (database.isOpen) database.close();
    },
  };
}

/** A writer that cannot say so leaves the log to the next start. */
async function mayEmptyLog(writer: Thread): Promise<boolean> {
  const question: WriterQuestion = "may-empty-log";
  return writer.ask(question).then(Boolean, () => false);
}

/** Starts over when a restore exchanged the file between its migration and the first read. */
async function openMigrated(path: string): Promise<{ readonly database: DatabaseSync; readonly files: DatabaseFiles }> {
  for (let tries = 0; tries < openTries; tries += 1) {
    const { to } = await migrateSqlite(path);
    const opened = readFileIdentity(path);
    // Read-only also lest its closing empties a log that is not to be emptied any more.
    const database = openConnection({ path, busyTimeoutMs: pointReadTimeoutMs, readOnly: true, cacheKib });
    const files = filesOf(database, path, to, opened);
    if (files !== undefined) return { database, files };
  }
  throw new StoreError("STORE_LOCKED", `Another process exchanges ${path} again and again; try again when it is done.`);
}

/** Closes the connection unless it is to the file and the schema that were looked at before. */
function filesOf(
  database: DatabaseSync,
  path: string,
  version: number,
  opened: FileIdentity,
): DatabaseFiles | undefined {
  let files: DatabaseFiles | undefined;
  try {
    // From this read on the connection holds the lock that a restore would need.
    if (readNow(() => readSchemaVersion(database, path)) === version) files = filesIfSame(path, opened);
  } finally {
    if (files === undefined) database.close();
  }
  return files;
}

function filesIfSame(path: string, opened: FileIdentity): DatabaseFiles | undefined {
  try {
    const files = readDatabaseFiles(path);
    return isDeepStrictEqual(files.database, opened) ? files : undefined;
  } catch {
    // One of them is gone already.
    return undefined;
  }
}

function writerOptions(files: DatabaseFiles, options: SqliteOptions): ThreadOptions {
  const { lockTimeoutMs = 2_000, deadlineMs = 10_000, maxFileBytes } = options;
  const workerData: WriterData = { files, lockTimeoutMs, maxFileBytes };
  const entry = new URL("./writer-thread.ts", import.meta.url);
  return { entry, workerData, maxHeapMb: 64, deadlineMs, lossCode: "STORE_OUTCOME_UNKNOWN" };
}

function readerOptions(files: DatabaseFiles): ThreadOptions {
  const workerData: ReaderData = { files };
  const entry = new URL("./reader-thread.ts", import.meta.url);
  // Far above the deadline of a list: a slow list is waited for, a dead thread is not.
  return {
    entry,
    workerData,
    maxHeapMb: 128,
    deadlineMs: 60_000,
    closeDeadlineMs: listCloseMs,
    lossCode: "STORE_UNAVAILABLE",
  };
}

function statsOf(writes: GroupCommit, reads: ReadQueue, writer: Thread): SqliteStats {
  const write = writes.stats();
  const read = reads.stats();
  return {
    queuedWrites: write.queued,
    batches: write.batches,
    commands: write.commands,
    failedBatches: write.failedBatches,
    overloadedWrites: write.overloaded,
    lastCommitMs: write.lastCommitMs,
    longestCommitMs: write.longestCommitMs,
    writerRestarts: writer.restarts,
    queuedLists: read.queued,
    lists: read.answered,
    overloadedLists: read.overloaded,
  };
}
