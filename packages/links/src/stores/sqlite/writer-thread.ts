import { workerData } from "node:worker_threads";
import { openConnection } from "./connection.ts";
import { requireSameFile } from "./file-identity.ts";
import type { WriterData } from "./thread-data.ts";
import { serveThread } from "./thread-reply.ts";
import type { WriteCommand } from "./write-command.ts";
import { createWriter } from "./writer.ts";

/** Keeps the pages of the indexes that random codes touch: 32 MiB hold those of about 1,000,000 links. */
const cacheKib = 32_768;

/** A checkpoint writes each page once however often it changed: 32 MiB of log per checkpoint instead of SQLite's 4. */
const checkpointPages = 8_000;

const { path, opened, lockTimeoutMs, maxFileBytes } = workerData as WriterData;
// A thread that is started again must not make a new file where the opened one was.
requireSameFile(path, opened);
const database = openConnection({ path, busyTimeoutMs: 0, cacheKib });
database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}; PRAGMA journal_size_limit = 67108864`);
if (maxFileBytes !== undefined) limitSize(maxFileBytes);
const writer = createWriter(database, lockTimeoutMs);

serveThread({
  answer(commands) {
    requireSameFile(path, opened);
    return writer.run(commands as readonly WriteCommand[]);
  },
  close() {
    // Fails softly where another process is reading; then the log is read again at the next start.
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
  },
});

function limitSize(bytes: number): void {
  const pageBytes = Number(database.prepare("PRAGMA page_size").get()?.["page_size"]);
  database.exec(`PRAGMA max_page_count = ${Math.floor(bytes / pageBytes)}`);
}
