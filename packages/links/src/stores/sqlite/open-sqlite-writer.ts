import { resolve } from "node:path";
import { closeWriter } from "./close-writer.ts";
import { openMigrated, type OpenedDatabase } from "./open-migrated.ts";
import { createThread } from "./thread.ts";
import type { WriteReply, WriteRequest } from "./write-port.ts";
import { WriterRelay, type WriterRelayStats } from "./writer-relay.ts";
import { writerThreadOptions, type WriterThreadOptions } from "./writer-thread-options.ts";

export type SqliteWriterOptions = WriterThreadOptions & {
  /** The database file; made when it is missing, its folder is not. */
  readonly path: string;
  /** Changes in one transaction, at most. Default: 512. */
  readonly batchLimit?: number;
  /** Batches that may wait; more are refused as `STORE_OVERLOADED`. Default: 1,024. */
  readonly queueLimit?: number;
};

/** What a process must have open that sends its changes to a writer elsewhere. It can be sent between processes. */
export type WriterTarget = Omit<OpenedDatabase, "database">;

/** Plain numbers for metrics, counted since the start. */
export type SqliteWriterStats = WriterRelayStats & { readonly restarts: number };

/** The one writer of an installation whose other processes read the file for themselves. */
export interface SqliteWriter {
  readonly target: WriterTarget;
  /**
   * Carries out a batch of another process. Never rejects: a failure is a reply, too.
   *
   * @param from Tells one asking process from another.
   */
  ask(request: WriteRequest, from: number): Promise<WriteReply>;
  stats(): SqliteWriterStats;
  /** Answers what was accepted, refuses what comes, and empties the log. */
  close(): Promise<void>;
}

/**
 * Opens the file, brings its schema up to date and starts the writer thread, for `openSqlite` in other processes.
 *
 * @throws as `openSqlite` does.
 */
export async function openSqliteWriter(options: SqliteWriterOptions): Promise<SqliteWriter> {
  const { batchLimit = 512, queueLimit = 1_024 } = options;
  const { database, ...target } = await openMigrated(resolve(options.path));
  const thread = createThread(writerThreadOptions(target.files, options));
  const relay = new WriterRelay({ thread, batchLimit, queueLimit });
  thread.start();
  return {
    target,
    ask: (request, from) => relay.ask(request, from),
    stats: () => ({ ...relay.stats(), restarts: thread.restarts }),
    async close() {
      await relay.drain();
      await closeWriter(thread, database);
    },
  };
}
