import { closeSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DatabaseError } from "./database-error.ts";
import { requireLog } from "./database-files.ts";
import { giveToOwnerOf } from "./file-owner.ts";
import { resultCodeOf, resultCodes } from "./sqlite-error.ts";

export type ConnectionOptions = {
  readonly path: string;
  /** How long a statement waits for another connection's lock, blocking its thread. */
  readonly busyTimeoutMs: number;
  /** Refuse every change. Default: false. */
  readonly queryOnly?: boolean;
  /** As `queryOnly`, and SQLite lets closing it neither empty the log nor remove it. Default: false. */
  readonly readOnly?: boolean;
  /** Pages kept in memory by this connection; grows on demand. Default: SQLite's own, 2,000 KiB. */
  readonly cacheKib?: number;
};

/** Even the first look at a file must wait where another process is just making it or reading its log. */
const openTimeoutMs = 1_000;

/**
 * Opens one connection; the file is made when it is missing.
 *
 * @throws {DatabaseError} `FILE_…`, `LOG_MISSING`
 */
export function openConnection(options: ConnectionOptions): DatabaseSync {
  const { path, busyTimeoutMs, queryOnly = false, readOnly = false, cacheKib = 2_000 } = options;
  let database: DatabaseSync | undefined;
  requireLog(path);
  try {
    if (!readOnly) makePrivate(path);
    database = new DatabaseSync(path, { readOnly, timeout: openTimeoutMs, enableForeignKeyConstraints: true });
    // FULL: a commit in WAL mode returns after its fsync, so an acknowledged link survives a loss of power.
    database.exec(`
      PRAGMA synchronous = FULL;
      PRAGMA trusted_schema = OFF;
      PRAGMA cache_size = -${cacheKib};
      PRAGMA query_only = ${queryOnly ? "ON" : "OFF"};
      PRAGMA busy_timeout = ${busyTimeoutMs};
    `);
    return database;
  } catch (error) {
    database?.close();
    throw fileErrorFrom(error, path);
  }
}

/** SQLite would make it readable to everybody; its log and its index get the same owner and permissions as the file. */
export function makePrivate(path: string): void {
  try {
    const file = openSync(path, "wx", 0o600);
    try {
      giveToOwnerOf(dirname(path), file);
    } finally {
      closeSync(file);
    }
  } catch {
    // It is there already, or SQLite is about to say why it cannot be.
  }
}

/**
 * Names what is wrong with a file that was being opened, where the error says that; any other comes back as it is.
 *
 * A full disk shows as an input or output error here: opening makes a file for the memory that processes share.
 */
export function fileErrorFrom(error: unknown, path: string): unknown {
  switch (resultCodeOf(error)) {
    case resultCodes.cannotOpen:
    case resultCodes.permission:
    case resultCodes.readOnly:
    case resultCodes.inputOutput:
      return new DatabaseError("FILE_UNREADABLE", path, { cause: error });
    case resultCodes.notADatabase:
      return new DatabaseError("FILE_NOT_SQLITE", path, { cause: error });
    case resultCodes.corrupt:
      return new DatabaseError("FILE_DAMAGED", path, { cause: error });
    default:
      return error;
  }
}
