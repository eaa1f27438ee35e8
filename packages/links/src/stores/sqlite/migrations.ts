import { readdirSync, readFileSync } from "node:fs";

/** One step of the schema; versions count from 1 without a gap. */
export type Migration = { readonly version: number; readonly name: string; readonly sql: string };

const folder = new URL("../../migrations/sqlite/", import.meta.url);
const fileForm = /^(\d{4})-[a-z0-9-]+\.sql$/;

/** Reads every `NNNN-name.sql` in order. */
export function readMigrations(): readonly Migration[] {
  const names = readdirSync(folder).filter((name) => fileForm.test(name));
  return names.sort().map((name, index) => {
    const version = Number(fileForm.exec(name)?.[1]);
    if (version !== index + 1) throw new Error(`Migration ${name} is out of order: number ${index + 1} is missing.`);
    return { version, name, sql: readFileSync(new URL(name, folder), "utf8") };
  });
}
