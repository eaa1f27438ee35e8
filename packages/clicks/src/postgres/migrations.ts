import { readdirSync, readFileSync } from "node:fs";

/** One step of the schema; versions count from 1 without a gap. */
export type Migration = {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** False: the release before can go on beside it. */
  readonly isBreaking: boolean;
};

const folder = new URL("../migrations/postgres/", import.meta.url);
const fileForm = /^(\d{4})-[a-z0-9-]+\.sql$/;

/**
 * The first line of a migration after which older releases go on working: it only adds what they do not look at. A process
 * that meets one it does not know starts; any other makes it refuse.
 */
const nonBreaking = "-- non-breaking";

/** Reads every `NNNN-name.sql` in order. */
export function readMigrations(): readonly Migration[] {
  const names = readdirSync(folder).filter((name) => fileForm.test(name));
  return names.sort().map((name, index) => {
    const version = Number(fileForm.exec(name)?.[1]);
    if (version !== index + 1) throw new Error(`Migration ${name} is out of order: number ${index + 1} is missing.`);
    const sql = readFileSync(new URL(name, folder), "utf8");
    return { version, name, sql, isBreaking: !sql.startsWith(`${nonBreaking}\n`) };
  });
}
