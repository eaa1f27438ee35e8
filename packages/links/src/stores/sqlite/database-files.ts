import { statSync } from "node:fs";
import { DatabaseError } from "./database-error.ts";
import { readFileIdentity, requireSameFile, type FileIdentity } from "./file-identity.ts";

/**
 * The files of a database in use. Commits go to the log and come into the database's own file with a checkpoint; the
 * index, which the processes share, says what of the log holds.
 */
export type DatabaseFiles = {
  readonly path: string;
  readonly database: FileIdentity;
  readonly log: FileIdentity;
  readonly index: FileIdentity;
};

export const logPath = (path: string): string => `${path}-wal`;
export const indexPath = (path: string): string => `${path}-shm`;

/**
 * Reads which files a connection has open that has just read. As long as it is open no process removes one of them,
 * for SQLite does so with the last connection only.
 *
 * @throws what the system says when one of them is not there.
 */
export function readDatabaseFiles(path: string): DatabaseFiles {
  return {
    path,
    database: readFileIdentity(path),
    log: readFileIdentity(logPath(path)),
    index: readFileIdentity(indexPath(path)),
  };
}

/** @throws {StoreError} `STORE_UNAVAILABLE` when one of them was moved, removed or replaced. */
export function requireSameFiles({ path, database, log, index }: DatabaseFiles): void {
  requireSameFile(path, database);
  requireSameFile(logPath(path), log);
  requireSameFile(indexPath(path), index);
}

/**
 * Refuses to open a database whose log was taken away: a new log would begin where the index says that the old one
 * ends, and damage the database for every process that has it open.
 *
 * @throws {DatabaseError} `LOG_MISSING`
 */
export function requireLog(path: string): void {
  // SQLite makes the index after the log and removes it before: an index that is there throughout had its log.
  const before = inodeOf(indexPath(path));
  if (before === undefined || inodeOf(logPath(path)) !== undefined) return;
  if (inodeOf(indexPath(path)) === before) throw new DatabaseError("LOG_MISSING", logPath(path));
}

/** Undefined where nothing is, or nothing that can be looked at. */
function inodeOf(path: string): bigint | undefined {
  try {
    return statSync(path, { bigint: true }).ino;
  } catch {
    return undefined;
  }
}
