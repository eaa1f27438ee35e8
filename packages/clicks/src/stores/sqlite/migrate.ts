import { readdirSync, readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { ClickError } from "../../click-error.ts";
import { inTransaction } from "./transaction.ts";

/** "NRWC" in ASCII, in the file's header: by it a file of clicks is told from any other SQLite file. */
const applicationId = 0x4e525743;

const folder = new URL("../../migrations/sqlite/", import.meta.url);

/**
 * Brings the schema of a file up to this release. Each step is a transaction, so several processes may start at once.
 *
 * @throws {ClickError} `STORE_NEWER`; `STORE_UNAVAILABLE` where the file is another program's.
 */
export function migrate(database: DatabaseSync): void {
  const steps = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();
  const version = readVersion(database);
  if (version > steps.length) throw newer(version, steps.length);
  if (database.prepare("PRAGMA journal_mode = WAL").get()?.["journal_mode"] !== "wal") throw withoutWal();
  // Most starts find nothing to do: they need no lock, and do not wait for whoever writes.
  for (const [index, name] of steps.entries()) if (index >= version) applyStep(database, index + 1, name);
}

/** @throws {ClickError} `STORE_NEWER` when another release has changed the file since. */
export function requireVersion(database: DatabaseSync): void {
  const known = readdirSync(folder).filter((name) => name.endsWith(".sql")).length;
  const version = readVersion(database);
  if (version !== known) throw newer(version, known);
}

/** Looks again under the lock: another process may have been faster. */
function applyStep(database: DatabaseSync, version: number, name: string): void {
  inTransaction(database, () => {
    if (readVersion(database) >= version) return;
    database.exec(readFileSync(new URL(name, folder), "utf8"));
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`);
  });
}

function readVersion(database: DatabaseSync): number {
  const tables = numberOf(database, "SELECT count(*) AS value FROM sqlite_schema");
  const id = numberOf(database, "SELECT application_id AS value FROM pragma_application_id");
  if (tables > 0 && id !== applicationId) {
    throw new ClickError("STORE_UNAVAILABLE", "The file is an SQLite database of something else; name another one.");
  }
  return numberOf(database, "SELECT user_version AS value FROM pragma_user_version");
}

function numberOf(database: DatabaseSync, sql: string): number {
  return Number(database.prepare(sql).get()?.["value"]);
}

function newer(version: number, known: number): ClickError {
  return new ClickError("STORE_NEWER", `Its schema has version ${version}, this release knows ${known}.`);
}

function withoutWal(): ClickError {
  return new ClickError(
    "STORE_UNAVAILABLE",
    "The file system cannot share memory, which SQLite needs; use a local disk.",
  );
}
