import type { SqliteDatabase, SqliteStats } from "@narrows/links/sqlite";
import type { Metrics } from "@narrows/service";

type Row = readonly [kind: "counter" | "gauge", name: string, help: string, read: (stats: SqliteStats) => number];

const rows: readonly Row[] = [
  ["gauge", "queued_writes", "Changes that wait for the writer.", (stats) => stats.queuedWrites],
  ["gauge", "queued_lists", "Lists that wait for the reader.", (stats) => stats.queuedLists],
  ["counter", "commands_total", "Changes that were carried out.", (stats) => stats.commands],
  ["counter", "commits_total", "Transactions; changes divided by these share one fsync.", (stats) => stats.batches],
  ["counter", "failed_commits_total", "Transactions that were undone.", (stats) => stats.failedBatches],
  ["counter", "refused_writes_total", "Changes refused because too many waited.", (stats) => stats.overloadedWrites],
  ["counter", "refused_lists_total", "Lists refused because too many waited.", (stats) => stats.overloadedLists],
  ["counter", "lists_total", "Lists that were read.", (stats) => stats.lists],
  ["counter", "writer_restarts_total", "Times that the writer died and came back.", (stats) => stats.writerRestarts],
  ["gauge", "last_commit_seconds", "How long the last commit took.", (stats) => stats.lastCommitMs / 1000],
  ["gauge", "longest_commit_seconds", "How long the slowest commit took.", (stats) => stats.longestCommitMs / 1000],
];

/** Shows how the embedded database is doing. */
export function registerSqliteMetrics(metrics: Metrics, database: Pick<SqliteDatabase, "stats">): void {
  for (const [kind, name, help, read] of rows) {
    const register = kind === "counter" ? metrics.counterFrom : metrics.gaugeFrom;
    register(`narrows_sqlite_${name}`, help, {}, () => read(database.stats()));
  }
}
