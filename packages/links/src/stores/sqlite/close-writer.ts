import type { DatabaseSync } from "node:sqlite";
import type { Thread } from "./thread.ts";
import type { WriterQuestion } from "./write-command.ts";

/**
 * Ends the writer and the connection beside it, in the order that decides who empties the log.
 *
 * @param isOurs Whether the writer is a thread of this process; another process's stays, and so does the log.
 */
export async function closeWriter(writer: Thread, database: DatabaseSync, isOurs = true): Promise<void> {
  // The last connection to close empties the log and removes it: the writer, unless that would do harm.
  if (isOurs && database.isOpen && (await mayEmptyLog(writer))) database.close();
  await writer.close();
  if (database.isOpen) database.close();
}

/** A writer that cannot say so leaves the log to the next start. */
async function mayEmptyLog(writer: Thread): Promise<boolean> {
  const question: WriterQuestion = "may-empty-log";
  return writer.ask(question).then(Boolean, () => false);
}
