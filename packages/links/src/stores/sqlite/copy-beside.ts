import { once } from "node:events";
import { rmSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { StoreError } from "../../store-error.ts";
import type { CopyOutcome } from "./copy-database.ts";
import { DatabaseError } from "./database-error.ts";
import type { CopyData } from "./thread-data.ts";

/** Tells apart the copies that one process makes at the same time. */
let copies = 0;

/**
 * Copies and verifies a database on a thread of its own, into a file beside the final one. The caller puts it in its
 * place; a copy that failed leaves nothing.
 *
 * @returns The path of the copy.
 * @throws {DatabaseError} `FILE_…`, `SCHEMA_NEWER`
 * @throws {StoreError} `STORE_FULL`, `STORE_LOCKED` or `STORE_UNAVAILABLE` when it could not be read or written
 */
export async function copyBeside(from: string, final: string, signal: AbortSignal | undefined): Promise<string> {
  const to = `${final}.incomplete-${process.pid}-${(copies += 1)}`;
  try {
    const outcome = await runCopy({ from, to }, signal);
    if (outcome.kind === "refused") throw new DatabaseError(outcome.code, outcome.detail);
    if (outcome.kind === "failed") throw new StoreError(outcome.code, outcome.message);
    return to;
  } catch (error) {
    removeDatabase(to);
    throw error;
  }
}

/** Removes a database that nobody has open, with the files that SQLite may have put beside it. */
export function removeDatabase(path: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
}

async function runCopy(workerData: CopyData, signal: AbortSignal | undefined): Promise<CopyOutcome> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL("./copy-thread.ts", import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  });
  const exited = once(worker, "exit");
  try {
    const [outcome] = (await once(worker, "message", signal === undefined ? {} : { signal })) as [CopyOutcome];
    return outcome;
  } finally {
    await worker.terminate();
    await exited;
  }
}
