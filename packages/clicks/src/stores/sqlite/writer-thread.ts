import type { DatabaseSync } from "node:sqlite";
import { workerData } from "node:worker_threads";
import { endOfLog } from "../../click-store.ts";
import type { Click } from "../../click.ts";
import { openConnection, requireSameFile } from "./connection.ts";
import { prepareForget } from "./forget-clicks.ts";
import { prepareLinkIds } from "./link-ids.ts";
import { requireVersion } from "./migrate.ts";
import type { ThreadData, WriterQuestion } from "./questions.ts";
import { preparePartitions } from "./read-partitions.ts";
import { prepareRebuild } from "./rebuild-day.ts";
import { prepare } from "./sql.ts";
import { serveThread, type ThreadServer } from "./thread-reply.ts";
import { inTransaction } from "./transaction.ts";
import { prepareBatch } from "./write-batch.ts";
import { prepareBuckets } from "./write-buckets.ts";

/** Keeps the pages that links touch again and again: 64 MiB hold the newest buckets of some 100,000 links. */
const cacheKib = 65_536;

/** A checkpoint writes each page once however often it changed: 32 MiB of log per checkpoint instead of SQLite's 4. */
const checkpointPages = 8_000;

const data = workerData as ThreadData;

serveThread((): ThreadServer => {
  requireSameFile(data.path, data.identity);
  const { path, lockTimeoutMs } = data;
  const database = openConnection({ path, lockTimeoutMs, cacheKib, readOnly: false });
  try {
    requireVersion(database);
    database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}; PRAGMA journal_size_limit = 67108864`);
    if (data.maxFileBytes !== undefined) limitSize(database, data.maxFileBytes);
    return serve(database);
  } catch (error) {
    database.close();
    throw error;
  }
});

function serve(database: DatabaseSync): ThreadServer {
  const links = prepareLinkIds(database);
  const write = prepareWrites(database, links);
  const partitions = preparePartitions(database);
  return {
    answer(asked) {
      requireSameFile(data.path, data.identity);
      const question = asked as WriterQuestion;
      // Waits for no other process that writes.
      if (question.name === "partitions") return partitions();
      try {
        return inTransaction(database, () => write(question));
      } catch (error) {
        links.forget();
        throw error;
      }
    },
    close: () => database.close(),
  };
}

function prepareWrites(database: DatabaseSync, links: ReturnType<typeof prepareLinkIds>) {
  const addToBuckets = prepareBuckets(database, links);
  const store = prepareBatch(database, { links, addToBuckets, keptDeadLetters: data.keptDeadLetters });
  const position = prepare(database, "select-position");
  const complete = prepare(database, "save-complete");
  const letGo = prepare(database, "save-gone");
  const forget = prepareForget(database);
  const rebuild = prepareRebuild(database, addToBuckets);
  return (question: Exclude<WriterQuestion, { name: "partitions" }>): unknown => {
    switch (question.name) {
      case "position":
        return Number(position.get(question.partition)?.["at"] ?? 0);
      case "store":
        return store({ ...question.batch, clicks: JSON.parse(question.clicks) as readonly Click[] });
      case "complete":
        return void complete.run(question.partition, question.at, endOfLog);
      case "letGo":
        return void letGo.run(question.partition);
      case "forget":
        return forget(question.before);
      case "rebuild":
        return rebuild(question.day);
    }
  };
}

function limitSize(database: DatabaseSync, bytes: number): void {
  const pageBytes = Number(database.prepare("PRAGMA page_size").get()?.["page_size"]);
  database.exec(`PRAGMA max_page_count = ${Math.floor(bytes / pageBytes)}`);
}
