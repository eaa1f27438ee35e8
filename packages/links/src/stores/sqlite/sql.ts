import { readFileSync } from "node:fs";

/** Reads the statement `sql/NAME.sql`. */
export function readSql(name: string): string {
  return readFileSync(new URL(`./sql/${name}.sql`, import.meta.url), "utf8");
}
