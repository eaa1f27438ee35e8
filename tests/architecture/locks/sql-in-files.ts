import { Visitor } from "oxc-parser";
import type { Lock } from "../lock.ts";
import { lineAt, type SourceFile } from "../source-file.ts";

const statement =
  /^\s*(?:WITH\s+\w+\s+AS|SELECT\s[^]*\sFROM\s|INSERT\s[^]*INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|CREATE\s+(?:UNIQUE\s+)?(?:TABLE|INDEX)|ALTER\s+TABLE|DROP\s+TABLE)/;

/** How far a file's schema is must be known before any file of statements is for it. */
const bookkeeping = /\b(?:sqlite_schema|pragma_\w+|schema_migrations)\b/;

/** SQL in files of its own can be read, formatted, explained and run as it is. */
export const sqlInFiles: Lock = {
  name: "sql-in-files",
  sentence: "SQL statements on tables are in .sql files",
  check({ files }) {
    return files
      .filter(({ path }) => /^(?:packages|apps)\/[^/]+\/src\//.test(path))
      .flatMap((file) =>
        statements(file).map((line) => `${file.path}:${line} holds an SQL statement; move it to a .sql file`),
      );
  },
};

function statements(file: SourceFile): readonly number[] {
  const lines: number[] = [];
  const look = (text: string, offset: number) => {
    if (statement.test(text) && !bookkeeping.test(text)) lines.push(lineAt(file, offset));
  };
  new Visitor({
    Literal: ({ value, start }) => look(typeof value === "string" ? value : "", start),
    TemplateLiteral: ({ quasis, start }) => look(quasis.map((part) => part.value.raw).join("x"), start),
  }).visit(file.syntax.program);
  return lines;
}
