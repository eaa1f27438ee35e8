import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The one database file in a data folder. */
export async function databasePathIn(dataDir: string): Promise<string> {
  const databases = (await readdir(dataDir)).filter((name) => name.endsWith(".db"));
  if (databases.length !== 1) throw new Error(`${dataDir} holds ${databases.length} databases instead of one.`);
  return join(dataDir, databases[0] ?? "");
}
