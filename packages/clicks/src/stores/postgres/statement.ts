import { readStatement as readBeside, type Statement } from "../../postgres/statement.ts";

/** Reads the statement `sql/NAME.sql` of this store. */
export function readStatement(name: string): Statement {
  return readBeside(import.meta.url, name);
}
