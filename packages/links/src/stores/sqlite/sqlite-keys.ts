import type { ApiKey, KeyStore } from "../../key-store.ts";
import { keyFromRow } from "./key-row.ts";
import { readNow } from "./read-now.ts";
import { readSql } from "./sql.ts";
import type { SqliteParts } from "./sqlite-links.ts";

/** Puts `KeyStore` together: look-ups by hash are point reads on the calling thread. */
export function createSqliteKeys({ database, writes, reads }: SqliteParts): KeyStore {
  const selectKey = database.prepare(readSql("select-key"));
  return {
    async create(key, secretHash) {
      await writes.run("createKey", { key, secretHash });
    },
    async findByHash(secretHash) {
      const row = readNow(() => selectKey.get(secretHash));
      return row === undefined ? undefined : keyFromRow(row);
    },
    list: () => reads.ask({ name: "list-keys" }) as Promise<readonly ApiKey[]>,
    revoke: (id, now) => writes.run("revokeKey", { id, now }),
  };
}
