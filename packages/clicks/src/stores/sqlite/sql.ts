import { readFileSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Prepares the statement `sql/NAME.sql`. */
export function prepare(database: DatabaseSync, name: string): StatementSync {
  return database.prepare(readFileSync(new URL(`./sql/${name}.sql`, import.meta.url), "utf8"));
}
