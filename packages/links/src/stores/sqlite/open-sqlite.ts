import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { LeaseAllocator } from "@narrows/codes";
import type { Archive } from "../../archive.ts";
import type { KeyStore } from "../../key-store.ts";
import type { LinkStore } from "../../link-store.ts";
import type { ReportStore } from "../../safety/report-store.ts";
import type { SafetyStore } from "../../safety/safety-store.ts";
import { backupSqlite } from "./backup-sqlite.ts";
import { closeWriter } from "./close-writer.ts";
import type { DatabaseFiles } from "./database-files.ts";
import { GroupCommit } from "./group-commit.ts";
import { createSqliteLeases } from "./lease-allocator.ts";
import { openMigrated, openSame } from "./open-migrated.ts";
import type { WriterTarget } from "./open-sqlite-writer.ts";
import { ReadQueue } from "./read-queue.ts";
import { createRemoteWriter } from "./remote-writer.ts";
import { createSqliteArchive } from "./sqlite-archive.ts";
import { createSqliteKeys } from "./sqlite-keys.ts";
import { createSqliteLinks } from "./sqlite-links.ts";
import { createSqliteReports } from "./sqlite-reports.ts";
import { createSqliteSafety } from "./sqlite-safety.ts";
import type { ReaderData } from "./thread-data.ts";
import { createThread, type Thread, type ThreadOptions } from "./thread.ts";
import type { WritePort } from "./write-port.ts";
import { writerThreadOptions } from "./writer-thread-options.ts";

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
  /** Changes are made by another process, which has the file open already; see `openSqliteWriter`. Default: here. */
  readonly writer?: RemoteSqliteWriter;
};

/** A writer in another process, and what it has open. */
export type RemoteSqliteWriter = { readonly port: WritePort; readonly target: WriterTarget };

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
  readonly archive: Archive;
  readonly safety: SafetyStore;
  readonly reports: ReportStore;
  /** For the processes of this machine that make snowflake codes. */
  readonly leases: LeaseAllocator;
  /** Writes a verified copy while the store is in use; see `backupSqlite`. */
  backup(toPath: string, signal?: AbortSignal): Promise<void>;
  stats(): SqliteStats;
  /** Answers what was accepted, refuses what comes, empties the log and ends the threads. */
  close(): Promise<void>;
}

/** How long a list under way may delay the end of the store; it only reads. */
const listCloseMs = 1_000;

/**
 * Opens the file, brings its schema up to date and starts the writer thread. Other processes may have it open, too.
 *
 * @throws {DatabaseError} `FILE_…`, `LOG_MISSING`, `SCHEMA_NEWER`, `WAL_UNSUPPORTED`
 * @throws {StoreError} `STORE_LOCKED` when another process held the file for too long
 */
export async function openSqlite(options: SqliteOptions): Promise<SqliteDatabase> {
  const { writer } = options;
  if (writer !== undefined) return assemble(openSame(writer.target), writer.target.files, options);
  const { database, files } = await openMigrated(resolve(options.path));
  return assemble(database, files, options);
}

/** Starts a thread last, when nothing can fail any more. */
function assemble(database: DatabaseSync, files: DatabaseFiles, options: SqliteOptions): SqliteDatabase {
  try {
    return putTogether(database, files, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

function putTogether(database: DatabaseSync, files: DatabaseFiles, options: SqliteOptions): SqliteDatabase {
  const writer = openWriter(files, options);
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
    archive: createSqliteArchive(parts),
    safety: createSqliteSafety(parts),
    reports: createSqliteReports(parts),
    leases: createSqliteLeases(writes),
    backup: (toPath, signal) => backupSqlite(files.path, toPath, signal),
    stats: () => statsOf(writes, reads, writer),
    async close() {
      reads.close();
      await Promise.all([writes.drain(), reader.close()]);
      await closeWriter(writer, database, options.writer === undefined);
    },
  };
}

function openWriter(files: DatabaseFiles, options: SqliteOptions): Thread {
  const { writer, deadlineMs = 10_000 } = options;
  if (writer !== undefined) return createRemoteWriter(writer.port, deadlineMs);
  return createThread(writerThreadOptions(files, options));
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
