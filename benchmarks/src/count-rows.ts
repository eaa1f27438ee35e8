import { DatabaseSync } from "node:sqlite";

/** How many rows a table of an SQLite file has. */
export function countRows(file: string, table: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return Number(database.prepare(`SELECT count(*) AS found FROM ${table}`).get()?.["found"]);
  } finally {
    database.close();
  }
}
