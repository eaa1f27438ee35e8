import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqlite } from "@narrows/links/sqlite";
import { ownCpuSeconds, type StoreKind } from "./store-under-test.ts";

/** Files of their own in a folder. */
export function sqliteStores(folder: string): StoreKind {
  return {
    name: "SQLite",
    async open(name) {
      const path = join(folder, `${name}.db`);
      const { links, archive, close } = await openSqlite({ path });
      return {
        links,
        archive,
        cpuSeconds: async () => ownCpuSeconds(),
        usedBytes: () => usedBytes(path),
        [Symbol.asyncDispose]: close,
      };
    },
  };
}

async function usedBytes(path: string): Promise<number> {
  const copy = `${path}-compact`;
  using database = new DatabaseSync(path, { readOnly: true });
  database.exec(`VACUUM INTO '${copy}'`);
  const { size } = await stat(copy);
  await rm(copy);
  return size;
}
