import { readFileSync } from "node:fs";

/** A statement whose parameters stand in it as `{name:Type}`. */
export type Statement = { readonly name: string; readonly sql: string };

/** Reads `sql/NAME.sql`. */
export function readStatement(name: string): Statement {
  return { name, sql: readFileSync(new URL(`sql/${name}.sql`, import.meta.url), "utf8").trim() };
}
