import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CliError } from "../cli-error.ts";
import { fileErrorOf } from "../file-error.ts";
import { identityOf } from "./file-identity.ts";

/** That nobody else keeps the list in a folder. Given back by the kernel when the process ends, however it ends. */
export type FolderLock = Disposable & {
  /** False when the file was taken away, and somebody else may have locked another one in its place. Cost: one stat. */
  isHeld(): boolean;
};

/** For the owner alone: who may open it could keep others from locking it. */
const lockMode = 0o600;

/** SQLITE_BUSY */
const busy = 5;

/**
 * Locks a folder, which becomes a new one where there is none; nothing else in it is touched.
 *
 * Node.js has no file locks of its own; those of SQLite are the kernel's, and hold among containers of one machine too.
 *
 * @throws {CliError} `FOLDER_TAKEN` when another process has it; `FILE_UNUSABLE`.
 */
export function lockFolder(path: string): FolderLock {
  const file = join(path, "lock");
  const database = openLockFile(path, file);
  try {
    database.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new CliError("FOLDER_TAKEN", { path }, { cause: error });
    throw unusable(file, error);
  }
  const locked = identityOf(file);
  return {
    isHeld: () => locked !== undefined && identityOf(file) === locked,
    [Symbol.dispose]: () => database.close(),
  };
}

function openLockFile(path: string, file: string): DatabaseSync {
  try {
    mkdirSync(path, { recursive: true });
    // Before SQLite opens it: to close it later would give the lock back.
    closeSync(openSync(file, "a", lockMode));
  } catch (error) {
    throw fileErrorOf(error);
  }
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw unusable(file, error);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === busy;
}

function unusable(path: string, error: unknown): CliError {
  const detail = error instanceof Error ? error.message : String(error);
  return new CliError("FILE_UNUSABLE", { path, detail }, { cause: error });
}
