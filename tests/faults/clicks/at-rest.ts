import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openSession } from "../../links/postgres/session.ts";

/** Which of some texts are anywhere in the files below a folder, as they are or in hexadecimal digits. */
export async function foundInFiles(folder: string, texts: readonly string[]): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = new Set<string>();
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    // What is counted or closed goes away meanwhile.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    for (const text of texts) if (isIn(`${entry.name}\n${bytes.toString("latin1")}`, text)) found.add(text);
  }
  return [...found];
}

/** Which of them are in any row of any table of a database. */
export async function foundInPostgres(url: string, texts: readonly string[]): Promise<readonly string[]> {
  await using session = openSession(url);
  const tables = await session.run(`SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`);
  const found = new Set<string>();
  for (const [table] of tables) {
    const rows = await session.run(`SELECT each::text FROM ${String(table)} AS each`);
    const whole = rows.map(([row]) => String(row)).join("\n");
    for (const text of texts) if (isIn(whole, text)) found.add(text);
  }
  return [...found];
}

function isIn(whole: string, text: string): boolean {
  return whole.includes(text) || whole.toLowerCase().includes(Buffer.from(text).toString("hex"));
}
