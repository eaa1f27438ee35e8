import type { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { StoreError } from "../../store-error.ts";
import { openConnection } from "./connection.ts";
import { readDatabaseFiles, type DatabaseFiles } from "./database-files.ts";
import { readFileIdentity, type FileIdentity } from "./file-identity.ts";
import { migrateSqlite } from "./migrate-sqlite.ts";
import { readNow } from "./read-now.ts";
import { readSchemaVersion } from "./schema.ts";

/** A connection for point reads, and the files that it has open; as long as it is, nobody exchanges them. */
export type OpenedDatabase = {
  readonly database: DatabaseSync;
  readonly files: DatabaseFiles;
  /** The schema's. */
  readonly version: number;
};

/** Point reads wait on the calling thread, for no longer than a request can bear. */
const pointReadTimeoutMs = 100;

/** A restore exchanges a file once; several in a row are somebody's mistake. */
const openTries = 5;

/** Grows on demand: the pages of the primary key's index stay at hand for some millions of links. */
const cacheKib = 65_536;

/** Starts over when a restore exchanged the file between its migration and the first read. */
export async function openMigrated(path: string): Promise<OpenedDatabase> {
  for (let tries = 0; tries < openTries; tries += 1) {
    const { to } = await migrateSqlite(path);
    const opened = readFileIdentity(path);
    // Read-only also lest its closing empties a log that is not to be emptied any more.
    const database = openConnection({ path, busyTimeoutMs: pointReadTimeoutMs, readOnly: true, cacheKib });
    const files = filesOf(database, path, to, opened);
    if (files !== undefined) return { database, files, version: to };
  }
  throw new StoreError("STORE_LOCKED", `Another process exchanges ${path} again and again; try again when it is done.`);
}

/**
 * Opens the very files that another process has open, and changes nothing about them.
 *
 * @throws {StoreError} `STORE_UNAVAILABLE` when something else lies there.
 */
export function openSame({ files, version }: Omit<OpenedDatabase, "database">): DatabaseSync {
  const { path } = files;
  const database = openConnection({ path, busyTimeoutMs: pointReadTimeoutMs, readOnly: true, cacheKib });
  const found = filesOf(database, path, version, files.database);
  if (isDeepStrictEqual(found, files)) return database;
  if (database.isOpen) database.close();
  throw new StoreError("STORE_UNAVAILABLE", `${path} is not the file that the writer has open; start again.`);
}

/** Closes the connection unless it is to the file and the schema that were looked at before. */
function filesOf(
  database: DatabaseSync,
  path: string,
  version: number,
  opened: FileIdentity,
): DatabaseFiles | undefined {
  let files: DatabaseFiles | undefined;
  try {
    // From this read on the connection holds the lock that a restore would need.
    if (readNow(() => readSchemaVersion(database, path)) === version) files = filesIfSame(path, opened);
  } finally {
    if (files === undefined) database.close();
  }
  return files;
}

function filesIfSame(path: string, opened: FileIdentity): DatabaseFiles | undefined {
  try {
    const files = readDatabaseFiles(path);
    return isDeepStrictEqual(files.database, opened) ? files : undefined;
  } catch {
    // One of them is gone already.
    return undefined;
  }
}
