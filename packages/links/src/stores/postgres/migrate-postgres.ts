import { createAsk } from "./ask.ts";
import { connectionTarget } from "./connection-target.ts";
import { openConnection, type Connection, type Greeting } from "./connection.ts";
import { DatabaseServerError } from "./database-server-error.ts";
import { createFoundInstallation, type FoundInstallation } from "./installation.ts";
import { readMigrations, type Migration } from "./migrations.ts";
import { ConnectionLost, sqlStateOf, storeErrorFrom } from "./postgres-error.ts";
import { readAppliedMigrations, requireKnownMigrations, type AppliedMigration } from "./schema.ts";
import { readStatement } from "./sql.ts";
import { inTransaction } from "./transaction.ts";

export type PostgresMigrateOptions = {
  readonly url: string;
  /** How long to wait while another process migrates. Default: 60,000. */
  readonly lockTimeoutMs?: number;
  /** Until the server has answered a first question. Default: 5,000. */
  readonly connectMs?: number;
  /** True: change nothing; the result says what would be done. Default: false. */
  readonly isDryRun?: boolean;
  /** Called before anything is written, where something would be; what it throws is thrown, and nothing was written. */
  readonly judge?: ((found: FoundInstallation) => Promise<void>) | undefined;
};

/** The schema's versions before and after; equal when there was nothing to do. */
export type PostgresMigrateResult = {
  readonly from: number;
  readonly to: number;
  /** What was done by this call, or would be. */
  readonly steps: readonly MigrationStep[];
};

export type MigrationStep = { readonly version: number; readonly name: string };

export type PostgresMigrations = {
  readonly applied: readonly AppliedMigration[];
  readonly pending: readonly MigrationStep[];
};

const minServerVersion = 150_000;

const lock = readStatement("lock-migrations");
const limitLockWaits = readStatement("limit-lock-waits");
const insertMigration = readStatement("insert-migration");

/**
 * Brings the schema of a database up to this release.
 *
 * Each migration is one transaction under a lock, so any number of nodes may start at once: one of them does the work,
 * the others wait, and find it done. One that dies in between leaves whole steps only.
 *
 * @throws {DatabaseServerError} all but `ROW_REFUSED`
 * @throws {StoreError} `STORE_LOCKED` when another process migrated for too long, or used a table for so long that others
 *   would have waited behind; `STORE_FULL`, `STORE_UNAVAILABLE`, `STORE_OUTCOME_UNKNOWN`
 */
export async function migratePostgres(options: PostgresMigrateOptions): Promise<PostgresMigrateResult> {
  return withConnection(options, async (connection) => {
    const migrations = readMigrations();
    const from = await readVersion(connection, migrations);
    const pending = migrations.filter(({ version }) => version > from);
    if (pending.length > 0) await options.judge?.(foundInstallation(connection));
    const steps: MigrationStep[] = [];
    for (const migration of pending) {
      if (options.isDryRun === true || (await applyOnce(connection, migration, migrations)))
        steps.push(stepOf(migration));
    }
    // A newer release may have been here, with steps that do not concern this one.
    return { from, to: Math.max(from, migrations.length), steps };
  });
}

/** Tells which migrations a database has and which it lacks. Throws as `migratePostgres`. */
export async function readPostgresMigrations(options: PostgresMigrateOptions): Promise<PostgresMigrations> {
  return withConnection(options, async (connection) => {
    const migrations = readMigrations();
    const applied = await readAppliedMigrations(connection);
    requireKnownMigrations(applied, migrations.length);
    return { applied, pending: migrations.slice(applied.length).map(stepOf) };
  });
}

function stepOf({ version, name }: Migration): MigrationStep {
  return { version, name };
}

async function readVersion(connection: Connection, migrations: readonly Migration[]): Promise<number> {
  const applied = await readAppliedMigrations(connection);
  requireKnownMigrations(applied, migrations.length);
  return applied.length;
}

function foundInstallation(connection: Connection): FoundInstallation {
  return createFoundInstallation(createAsk({ use: (work) => work(connection) }));
}

/** True when this call did it. */
function applyOnce(connection: Connection, migration: Migration, migrations: readonly Migration[]): Promise<boolean> {
  return inTransaction(connection, async () => {
    await connection.run(lock);
    await connection.run(limitLockWaits);
    // Read again under the lock: another process may have been faster.
    if ((await readVersion(connection, migrations)) >= migration.version) return false;
    if (migration.version === 1) await connection.runScript(bookkeeping);
    await connection.runScript(migration.sql);
    const { version, name, isBreaking } = migration;
    await connection.run(insertMigration, { version, name, isBreaking: String(isBreaking) });
    return true;
  });
}

const bookkeeping = `
  CREATE TABLE schema_migrations (
    version integer PRIMARY KEY,
    applied_at timestamptz NOT NULL DEFAULT now(),
    is_breaking boolean NOT NULL,
    name text NOT NULL
  )`;

async function withConnection<Result>(
  { url, lockTimeoutMs = 60_000, connectMs = 5_000 }: PostgresMigrateOptions,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const target = connectionTarget(url, { connectMs, statementMs: 0, lockMs: lockTimeoutMs });
  const { connection, greeting } = await openConnection(target).catch((error: unknown) => {
    throw refusalFrom(error);
  });
  try {
    requireUsable(greeting);
    return await work(connection);
  } catch (error) {
    throw storeErrorFrom(error);
  } finally {
    await connection.close();
  }
}

function requireUsable({ serverVersion, isReplica, encoding }: Greeting): void {
  if (serverVersion < minServerVersion) throw new DatabaseServerError("SERVER_TOO_OLD", `it is ${serverVersion}`);
  if (isReplica) throw new DatabaseServerError("SERVER_READ_ONLY", "it is in recovery");
  // Any other cannot hold every note, or takes bytes for characters.
  if (encoding !== "UTF8") throw new DatabaseServerError("SERVER_ENCODING", `it is in ${encoding}`);
}

/** Why a first connection failed; an operator must mend it. */
function refusalFrom(error: unknown): unknown {
  if (error instanceof ConnectionLost) {
    return new DatabaseServerError("SERVER_UNREACHABLE", error.message, { cause: error });
  }
  const state = sqlStateOf(error) ?? "";
  const isRefused = ["28", "3D", "42"].includes(state.slice(0, 2));
  if (isRefused && error instanceof Error) {
    return new DatabaseServerError("SERVER_REFUSED", error.message, { cause: error });
  }
  return storeErrorFrom(error);
}
