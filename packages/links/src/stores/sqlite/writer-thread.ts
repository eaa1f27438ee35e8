import { workerData } from "node:worker_threads";
import { openConnection } from "./connection.ts";
import { requireSameFiles } from "./database-files.ts";
import { createLogWatch, watchedWriter } from "./log-watch.ts";
import { runPacked } from "./packed-batch.ts";
import type { WriterData } from "./thread-data.ts";
import { serveThread } from "./thread-reply.ts";
import type { WriterQuestion } from "./write-command.ts";
import { createWriter } from "./writer.ts";

/** Keeps the pages of the indexes that random codes touch: 32 MiB hold those of about 1,000,000 links. */
const cacheKib = 32_768;

/** A checkpoint writes each page once however often it changed: 32 MiB of log per checkpoint instead of SQLite's 4. */
const checkpointPages = 8_000;

const { files, lockTimeoutMs, maxFileBytes } = workerData as WriterData;
// A thread that is started again must not make a new file where the opened one was.
requireSameFiles(files);
const database = openConnection({ path: files.path, busyTimeoutMs: 0, cacheKib });
database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}; PRAGMA journal_size_limit = 67108864`);
if (maxFileBytes !== undefined) limitSize(maxFileBytes);
const writer = createWriter(database, lockTimeoutMs);
const watch = createLogWatch(database, files);
const watched = watchedWriter(writer, watch);

serveThread({
  answer(asked) {
    const question = asked as WriterQuestion;
    if (question === "may-empty-log") return watch.mayEmptyLog();
    return "packed" in question ? runPacked(watched, question) : watched.run(question);
  },
  close() {
    // Fails softly where another process is reading; then the log is read again at the next start.
    if (watch.mayEmptyLog()) database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    watch.close();
    database.close();
  },
});

function limitSize(bytes: number): void {
  const pageBytes = Number(database.prepare("PRAGMA page_size").get()?.["page_size"]);
  database.exec(`PRAGMA max_page_count = ${Math.floor(bytes / pageBytes)}`);
}
