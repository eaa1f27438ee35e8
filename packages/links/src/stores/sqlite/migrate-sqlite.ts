import type { DatabaseSync } from "node:sqlite";
import { fileErrorFrom, openConnection } from "./connection.ts";
import { DatabaseError } from "./database-error.ts";
import { readMigrations, type Migration } from "./migrations.ts";
import { applicationId, readSchemaVersion, requireKnownVersion } from "./schema.ts";
import { isBusy, isFull, storeErrorFrom } from "./sqlite-error.ts";
import { retryWhileLocked } from "./wait-for-lock.ts";

export type MigrateOptions = {
  /** How long to wait while another process migrates or writes. Default: 10,000. */
  readonly lockTimeoutMs?: number;
};

/** The schema's versions before and after; equal when there was nothing to do. */
export type MigrateResult = { readonly from: number; readonly to: number };

/**
 * Brings the schema of a file up to this release; makes the file when it is missing.
 *
 * Each migration is one transaction under the write lock, so several processes may start at once, and one that dies
 * in between leaves whole steps only.
 *
 * @throws {DatabaseError} `FILE_…`, `SCHEMA_NEWER`, `WAL_UNSUPPORTED`
 * @throws {StoreError} `STORE_LOCKED` when another process held the file for too long, `STORE_FULL`
 */
export async function migrateSqlite(path: string, options: MigrateOptions = {}): Promise<MigrateResult> {
  const { lockTimeoutMs = 10_000 } = options;
  try {
    const database = await retryWhileLocked(lockTimeoutMs, () => openConnection({ path, busyTimeoutMs: 0 }));
    try {
      return await migrateConnection(database, path, lockTimeoutMs);
    } finally {
      database.close();
    }
  } catch (error) {
    throw meaningOf(error, path);
  }
}

/**
 * The schema's version and the one that this release brings it to; changes nothing.
 *
 * @throws {DatabaseError} As `migrateSqlite`.
 */
export function readSqliteVersions(path: string): MigrateResult {
  try {
    using database = openConnection({ path, busyTimeoutMs: 1_000, readOnly: true });
    const from = readSchemaVersion(database, path);
    const to = readMigrations().length;
    requireKnownVersion(from, to, path);
    return { from, to };
  } catch (error) {
    throw meaningOf(error, path);
  }
}

async function migrateConnection(database: DatabaseSync, path: string, lockTimeoutMs: number): Promise<MigrateResult> {
  const migrations = readMigrations();
  const from = await retryWhileLocked(lockTimeoutMs, () => readSchemaVersion(database, path));
  requireKnownVersion(from, migrations.length, path);
  await retryWhileLocked(lockTimeoutMs, () => requireWal(database, path));
  for (const migration of migrations.slice(from)) {
    await retryWhileLocked(lockTimeoutMs, () => applyOnce(database, migration, path));
  }
  return { from, to: migrations.length };
}

/** The mode is written in the file and holds for everyone who opens it. */
function requireWal(database: DatabaseSync, path: string): void {
  const mode = database.prepare("PRAGMA journal_mode = WAL").get()?.["journal_mode"];
  if (mode !== "wal") throw new DatabaseError("WAL_UNSUPPORTED", path);
}

function applyOnce(database: DatabaseSync, migration: Migration, path: string): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    // Read again under the lock: another process may have been faster.
    if (readSchemaVersion(database, path) < migration.version) apply(database, migration);
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function apply(database: DatabaseSync, migration: Migration): void {
  if (migration.version === 1) {
    database.exec(`
      PRAGMA application_id = ${applicationId};
      CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    `);
  }
  database.exec(migration.sql);
  database
    .prepare("INSERT INTO schema_migrations (version, name) VALUES (?, ?)")
    .run(migration.version, migration.name);
}

function meaningOf(error: unknown, path: string): unknown {
  const named = fileErrorFrom(error, path);
  if (named instanceof DatabaseError) return named;
  return isBusy(error) || isFull(error) ? storeErrorFrom(error) : error;
}
