import type { DatabaseSync } from "node:sqlite";
import { DatabaseError } from "./database-error.ts";

/** "NRWS" in ASCII, in the file's header: by it a file of ours is told from any other SQLite file. */
export const applicationId = 0x4e525753;

/**
 * Reads how far the schema of a file is: 0 for an empty one.
 *
 * @throws {DatabaseError} `FILE_FOREIGN` when another program made it.
 */
export function readSchemaVersion(database: DatabaseSync, path: string): number {
  const tables = numberOf(database, "SELECT count(*) AS value FROM sqlite_schema");
  if (tables === 0) return 0;
  if (numberOf(database, "SELECT application_id AS value FROM pragma_application_id") !== applicationId) {
    throw new DatabaseError("FILE_FOREIGN", path);
  }
  return numberOf(database, "SELECT coalesce(max(version), 0) AS value FROM schema_migrations");
}

/** @throws {DatabaseError} `SCHEMA_NEWER` when this release does not know that version. */
export function requireKnownVersion(version: number, known: number, path: string): void {
  if (version <= known) return;
  throw new DatabaseError("SCHEMA_NEWER", `${path} has version ${version}, this release knows ${known}`);
}

function numberOf(database: DatabaseSync, sql: string): number {
  return Number(database.prepare(sql).get()?.["value"]);
}
