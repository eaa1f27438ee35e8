import type { DatabaseSync } from "node:sqlite";
import type { ApiKey, KeyStore } from "../../key-store.ts";
import { keyFromRow } from "./key-row.ts";
import { readNow } from "./read-now.ts";
import { readSql } from "./sql.ts";
import type { SqliteParts } from "./sqlite-links.ts";

/** Keys read in one turn of the event loop: about a millisecond. */
const keysPerRead = 250;

/** Puts `KeyStore` together: reads are made on the calling thread, so that no search through links delays them. */
export function createSqliteKeys({ database, writes }: Omit<SqliteParts, "reads">): KeyStore {
  const selectKey = database.prepare(readSql("select-key"));
  return {
    async create(key, secretHash) {
      await writes.run("createKey", { key, secretHash });
    },
    async findByHash(secretHash) {
      const row = readNow(() => selectKey.get(secretHash));
      return row === undefined ? undefined : keyFromRow(row);
    },
    list: prepareListKeys(database),
    revoke: (id, now) => writes.run("revokeKey", { id, now }),
  };
}

function prepareListKeys(database: DatabaseSync): () => Promise<readonly ApiKey[]> {
  const select = database.prepare(readSql("list-keys"));
  return async () => {
    const keys: ApiKey[] = [];
    let position = 0;
    for (;;) {
      const after = position;
      const rows = readNow(() => select.all(after, keysPerRead));
      keys.push(...rows.map(keyFromRow));
      if (rows.length < keysPerRead) return keys.sort((a, b) => a.createdAt - b.createdAt);
      position = Number(rows.at(-1)?.["position"]);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  };
}
