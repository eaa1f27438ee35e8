import type { SqliteDatabase, SqliteStats, SqliteWriter, SqliteWriterStats } from "@narrows/links/sqlite";
import type { Metrics } from "@narrows/service";
import { registerRows, type MetricRow } from "./metric-rows.ts";

const prefix = "narrows_sqlite_";

/** What a process that uses the store knows of it. */
const rows: readonly MetricRow<SqliteStats>[] = [
  ["gauge", "queued_writes", "Changes that wait for the writer.", (stats) => stats.queuedWrites],
  ["gauge", "queued_lists", "Lists that wait for the reader.", (stats) => stats.queuedLists],
  ["counter", "commands_total", "Changes that were carried out.", (stats) => stats.commands],
  ["counter", "refused_writes_total", "Changes refused because too many waited.", (stats) => stats.overloadedWrites],
  ["counter", "refused_lists_total", "Lists refused because too many waited.", (stats) => stats.overloadedLists],
  ["counter", "lists_total", "Lists that were read.", (stats) => stats.lists],
];

/** What the process knows that writes. */
const writerRows: readonly MetricRow<SqliteWriterStats>[] = [
  ["counter", "commits_total", "Transactions; changes divided by these share one fsync.", (stats) => stats.batches],
  ["counter", "failed_commits_total", "Transactions that were undone.", (stats) => stats.failedBatches],
  ["counter", "writer_restarts_total", "Times that the writer died and came back.", (stats) => stats.restarts],
  ["gauge", "last_commit_seconds", "How long the last commit took.", (stats) => stats.lastCommitMs / 1000],
  ["gauge", "longest_commit_seconds", "How long the slowest commit took.", (stats) => stats.longestCommitMs / 1000],
];

/** Shows how the embedded database is doing whose writer is in this process. */
export function registerSqliteMetrics(metrics: Metrics, database: Pick<SqliteDatabase, "stats">): void {
  registerJoinedSqliteMetrics(metrics, database);
  registerSqliteWriterMetrics(metrics, {
    stats: () => ({ ...database.stats(), restarts: database.stats().writerRestarts }),
  });
}

/** Shows what goes to a writer in another process. */
export function registerJoinedSqliteMetrics(metrics: Metrics, database: Pick<SqliteDatabase, "stats">): void {
  registerRows(metrics, prefix, rows, () => database.stats());
}

/** Shows how a writer is doing that serves several processes. */
export function registerSqliteWriterMetrics(metrics: Metrics, writer: Pick<SqliteWriter, "stats">): void {
  registerRows(metrics, prefix, writerRows, () => writer.stats());
}
