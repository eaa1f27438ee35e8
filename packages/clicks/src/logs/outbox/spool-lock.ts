import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const lockName = "lock";

/** Whether a file in the folder of a spool is the lock's, and nothing of the spool. SQLite puts another one beside it. */
export function isOfLock(name: string): boolean {
  return name === lockName || name === `${lockName}-journal`;
}

/** SQLITE_BUSY */
const busy = 5;

/**
 * Locks the folder of a spool until it is disposed of or the process ends, however it ends. A process
 * that is only stopped keeps it.
 *
 * Node.js has no file locks of its own; those of SQLite are the kernel's, and hold among containers of one machine too.
 *
 * @returns Undefined when another has it, or has removed it meanwhile.
 * @throws {Error} when the file cannot be made or locked
 */
export function lockSpool(folder: string): Disposable | undefined {
  const file = join(folder, lockName);
  const database = openDatabase(file);
  if (database === undefined) return undefined;
  try {
    database.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  // Whoever had it before may have removed the folder, whose name is never used again.
  if (existsSync(file)) return { [Symbol.dispose]: () => database.close() };
  database.close();
  return undefined;
}

/** @returns Undefined where the folder is not there. */
function openDatabase(file: string): DatabaseSync | undefined {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    if (!existsSync(dirname(file))) return undefined;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === busy;
}
