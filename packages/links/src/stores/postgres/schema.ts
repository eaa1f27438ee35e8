import type { Connection } from "./connection.ts";
import { DatabaseServerError } from "./database-server-error.ts";
import { readStatement } from "./sql.ts";

const findTables = readStatement("select-tables");
const selectMigrations = readStatement("select-migrations");

export type AppliedMigration = {
  readonly version: number;
  readonly name: string;
  readonly appliedAt: Date;
  readonly isBreaking: boolean;
};

/**
 * Reads which migrations a database has: none where it is empty.
 *
 * @throws {DatabaseServerError} `SCHEMA_FOREIGN` when another program's tables are in the way
 */
export async function readAppliedMigrations(connection: Connection): Promise<readonly AppliedMigration[]> {
  const tables = await connection.run(findTables);
  const isOurs = tables.some(([name, hasOurColumn]) => name === "schema_migrations" && hasOurColumn === true);
  if (!isOurs) {
    if (tables[0] !== undefined)
      throw new DatabaseServerError("SCHEMA_FOREIGN", `it has the table ${String(tables[0][0])}`);
    return [];
  }
  const rows = await connection.run(selectMigrations);
  return rows.map(([version, name, appliedAt, isBreaking]) => ({
    version: version as number,
    name: name as string,
    appliedAt: appliedAt as Date,
    isBreaking: isBreaking as boolean,
  }));
}

/** @throws {DatabaseServerError} `SCHEMA_NEWER` when there is a breaking one that this release does not know */
export function requireKnownMigrations(applied: readonly AppliedMigration[], known: number): void {
  const stranger = applied.find(({ version, isBreaking }) => version > known && isBreaking);
  if (stranger === undefined) return;
  throw new DatabaseServerError("SCHEMA_NEWER", `it has ${stranger.name}, this release knows ${known} migrations`);
}
