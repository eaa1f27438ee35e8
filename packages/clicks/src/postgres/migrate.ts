import { readFileSync } from "node:fs";
import { ClickError } from "../click-error.ts";
import type { Connect } from "./connect.ts";
import type { Connection } from "./connection.ts";
import { readMigrations, type Migration } from "./migrations.ts";
import { Pool } from "./pool.ts";
import { readStatement } from "./statement.ts";

export type MigrateOptions = {
  readonly connect: Connect;
  /** For all of it, the wait while another process migrates included. Default: 60,000. */
  readonly deadlineMs?: number;
};

const lock = readStatement(import.meta.url, "lock-migrations");
const hasSchema = readStatement(import.meta.url, "has-schema");
const selectMigrations = readStatement(import.meta.url, "select-migrations");
const insertMigration = readStatement(import.meta.url, "insert-migration");
const makeSchema = readFileSync(new URL("./sql/make-schema.sql", import.meta.url), "utf8");

/**
 * Brings the PostgreSQL schema `narrows_clicks` up to this release, in one transaction under a lock: any number of
 * processes may start at once, and one of them does the work.
 *
 * @returns The names of what was done by this call.
 * @throws {ClickError} `STORE_NEWER` when there is a breaking migration that this release does not know
 * @throws {Error} what PostgreSQL said, or `ConnectionLost`
 */
export async function migrateClicks({ connect, deadlineMs = 60_000 }: MigrateOptions): Promise<readonly string[]> {
  const pool = new Pool({ connect, size: 1, deadlineMs });
  try {
    return await pool.use(async (connection) => {
      const migrations = readMigrations();
      // Without the lock first: mostly there is nothing to do.
      if ((await pendingOf(connection, migrations)).length === 0) return [];
      return connection.transaction(() => apply(connection, migrations));
    });
  } finally {
    await pool.close();
  }
}

async function apply(connection: Connection, migrations: readonly Migration[]): Promise<readonly string[]> {
  await connection.run(lock);
  // Read again under the lock: another process may have been faster.
  const pending = await pendingOf(connection, migrations);
  if (pending.length > 0) await connection.runScript(makeSchema);
  for (const { version, name, sql, isBreaking } of pending) {
    await connection.runScript(sql);
    await connection.run(insertMigration, { version, name, isBreaking: String(isBreaking) });
  }
  return pending.map(({ name }) => name);
}

async function pendingOf(connection: Connection, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const [there] = await connection.run(hasSchema);
  if (there?.[0] !== true) return migrations;
  const applied = await connection.run(selectMigrations);
  const stranger = applied.find(
    ([version, , isBreaking]) => Number(version) > migrations.length && isBreaking === true,
  );
  if (stranger !== undefined) throw new ClickError("STORE_NEWER", `It has ${String(stranger[1])}.`);
  const versions = new Set(applied.map(([version]) => Number(version)));
  return migrations.filter(({ version }) => !versions.has(version));
}
