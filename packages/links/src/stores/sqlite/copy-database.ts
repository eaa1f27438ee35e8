import { closeSync, existsSync, fsyncSync, openSync } from "node:fs";
import { backup, type DatabaseSync } from "node:sqlite";
import { StoreError, type StoreErrorCode } from "../../store-error.ts";
import { fileErrorFrom, makePrivate, openConnection } from "./connection.ts";
import { DatabaseError, type DatabaseErrorCode } from "./database-error.ts";
import { readMigrations } from "./migrations.ts";
import { readSchemaVersion, requireKnownVersion } from "./schema.ts";
import { resultCodeOf, resultCodes, storeErrorFrom } from "./sqlite-error.ts";

/** Pages copied in one step; between steps the copy can be given up. */
const pagesPerStep = 4_096;

/** How a copy ended; an error's class does not survive the way between threads, its code does. */
export type CopyOutcome =
  | { readonly kind: "copied" }
  | { readonly kind: "refused"; readonly code: DatabaseErrorCode; readonly detail: string }
  | { readonly kind: "failed"; readonly code: StoreErrorCode; readonly message: string };

/**
 * Copies a database while others write to it, as it was at one moment, and verifies the copy: every page read, the
 * schema known. The copy is one file without a log beside it, and on the disk when this returns.
 */
export async function copyDatabase(from: string, to: string): Promise<CopyOutcome> {
  try {
    await copySnapshot(from, to);
    verify(to, from);
    syncFile(to);
    return { kind: "copied" };
  } catch (error) {
    return outcomeOf(error, from, to);
  }
}

/** A page that makes no sense is the original's fault; whatever else goes wrong once that is open is the copy's. */
function outcomeOf(error: unknown, from: string, to: string): CopyOutcome {
  const code = resultCodeOf(error);
  const isDamage = code === resultCodes.corrupt || code === resultCodes.notADatabase;
  const named = fileErrorFrom(error, isDamage ? from : to);
  if (named instanceof DatabaseError) return { kind: "refused", code: named.code, detail: named.detail };
  const failure = storeErrorFrom(error);
  if (!(failure instanceof StoreError)) throw failure;
  return { kind: "failed", code: failure.code, message: failure.message };
}

async function copySnapshot(from: string, to: string): Promise<void> {
  if (!existsSync(from)) throw new DatabaseError("FILE_UNREADABLE", from);
  const source = openConnection({ path: from, busyTimeoutMs: 5_000, queryOnly: true });
  try {
    // Without an open read transaction the copy starts over with every commit of another connection.
    source.exec("BEGIN");
    const version = readSchemaVersion(source, from);
    if (version === 0) throw new DatabaseError("FILE_FOREIGN", `${from} is empty`);
    requireKnownVersion(version, readMigrations().length, from);
    makePrivate(to);
    await backup(source, to, { rate: pagesPerStep });
    source.exec("COMMIT");
  } finally {
    source.close();
  }
}

function verify(path: string, from: string): void {
  const copy = openConnection({ path, busyTimeoutMs: 0 });
  try {
    // The copy says of itself that it has a log, as its source has; from here on it has none.
    copy.exec("PRAGMA journal_mode = DELETE");
    if (firstOf(copy, "PRAGMA integrity_check") !== "ok") throw new DatabaseError("FILE_DAMAGED", from);
    if (firstOf(copy, "PRAGMA foreign_key_check") !== undefined) throw new DatabaseError("FILE_DAMAGED", from);
  } finally {
    copy.close();
  }
}

function firstOf(database: DatabaseSync, sql: string): unknown {
  const row = database.prepare(sql).get();
  return row === undefined ? undefined : Object.values(row)[0];
}

function syncFile(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
