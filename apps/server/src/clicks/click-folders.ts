import { join } from "node:path";

/** Where clicks are kept below DATA_DIR, which belongs to one node. */
export function clickFolders(dataDir: string) {
  const folder = join(dataDir, "clicks");
  return {
    folder,
    /** Of all processes of the node together. */
    log: join(folder, "log"),
    salts: join(folder, "salts"),
    /** Of all processes of the node together. */
    spool: join(folder, "spool"),
    database: join(folder, "clicks.sqlite"),
  } as const;
}

/** Where clicks are counted when there is neither PostgreSQL nor ClickHouse. */
export function clickDatabasePath(dataDir: string): string {
  return clickFolders(dataDir).database;
}
