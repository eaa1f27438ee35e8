import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { fileErrorFrom, openConnection } from "./connection.ts";
import { copyBeside, removeDatabase } from "./copy-beside.ts";
import { DatabaseError } from "./database-error.ts";
import { giveToOwnerOf } from "./file-owner.ts";
import { isBusy } from "./sqlite-error.ts";
import { syncFolder } from "./sync-folder.ts";

/**
 * Puts a backup in the place of a database that no process has open.
 *
 * The backup is copied and verified first and then takes the place by a rename, so that at every moment, and after a
 * crash at any moment, the path holds either the whole old database or the whole new one. Run by root, the new one gets
 * the owner of the old one, or of the folder where there is none.
 *
 * @throws {DatabaseError} `FILE_IN_USE` while any process has the database open; `FILE_…`, `SCHEMA_NEWER` for the
 * backup. The present database is untouched then.
 */
export async function restoreSqlite(fromPath: string, toPath: string, signal?: AbortSignal): Promise<void> {
  const from = resolve(fromPath);
  const target = resolve(toPath);
  if (from === target) throw new DatabaseError("FILE_EXISTS", `${target} cannot be restored from itself`);
  // Asked before the long copy and again, for good, after it.
  lockSolely(target)?.close();
  const copy = await copyBeside(from, target, signal);
  try {
    exchange(copy, target);
  } catch (error) {
    removeDatabase(copy);
    throw error;
  }
}

function exchange(copy: string, target: string): void {
  const lock = lockSolely(target);
  try {
    // A log without its database would be taken for the log of the new one.
    if (lock === undefined) for (const suffix of ["-wal", "-shm"]) rmSync(`${target}${suffix}`, { force: true });
    if (existsSync(target)) giveToOwnerOf(target, copy);
    renameSync(copy, target);
    syncFolder(dirname(target));
  } finally {
    lock?.close();
  }
}

/**
 * Takes the lock that cannot be had while any connection is open, and empties and removes the log under it. Undefined
 * where there is no database that anybody could have open.
 */
function lockSolely(path: string): DatabaseSync | undefined {
  if (!existsSync(path)) return undefined;
  let database: DatabaseSync | undefined;
  try {
    database = openConnection({ path, busyTimeoutMs: 0 });
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE; COMMIT");
    return database;
  } catch (error) {
    database?.close();
    if (isBusy(error)) throw new DatabaseError("FILE_IN_USE", path, { cause: error });
    if (isUnusable(fileErrorFrom(error, path))) return undefined;
    throw error;
  }
}

/** A damaged file is what restoring is for; SQLite found no way to open it, so no other process works with it either. */
function isUnusable(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === "FILE_NOT_SQLITE" || error.code === "FILE_DAMAGED");
}
