import { readdirSync, readFileSync } from "node:fs";
import { ClickError } from "../../click-error.ts";
import type { Connection } from "./connection.ts";
import { readStatement } from "./statement.ts";

const folder = new URL("../../migrations/clickhouse/", import.meta.url);
const createMigrations = readStatement("create-migrations");
const selectMigrations = readStatement("select-migrations");
const insertMigration = readStatement("insert-migration");

type Migration = { readonly version: number; readonly name: string; readonly statements: readonly string[] };

/**
 * Brings the tables up to this release. ClickHouse has neither transactions nor locks for it: each statement of a migration
 * may be carried out any number of times, by any number of processes at once.
 *
 * @returns The names of what was done by this call.
 * @throws {ClickError} `STORE_NEWER` when there is a migration that this release does not know.
 */
export async function migrate(connection: Connection): Promise<readonly string[]> {
  const migrations = readMigrations();
  await connection.write(createMigrations, {});
  const applied = await connection.read<{ version: number; name: string }>(selectMigrations);
  const newest = applied.at(-1);
  if (newest !== undefined && newest.version > migrations.length) {
    throw new ClickError("STORE_NEWER", `It has ${newest.name}.`);
  }
  const pending = migrations.filter(({ version }) => !applied.some((row) => row.version === version));
  for (const { version, name, statements } of pending) {
    for (const sql of statements) await connection.write({ name, sql }, {});
    await connection.write(insertMigration, { version, name });
  }
  return pending.map(({ name }) => name);
}

function readMigrations(): readonly Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  return names.sort().map((name, index) => {
    if (Number(name.slice(0, 4)) !== index + 1) throw new Error(`Migration ${name} is out of order.`);
    const script = readFileSync(new URL(name, folder), "utf8");
    return { version: index + 1, name, statements: statementsOf(script) };
  });
}

/** ClickHouse takes one at a time. They end with the line. */
function statementsOf(script: string): readonly string[] {
  return script
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
