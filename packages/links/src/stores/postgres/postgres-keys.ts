import type { ApiKey, KeyScope, KeyStore } from "../../key-store.ts";
import type { Ask } from "./ask.ts";
import type { Row } from "./connection.ts";
import { readStatement } from "./sql.ts";

const insertKey = readStatement("insert-key");
const selectKey = readStatement("select-key");
const listKeys = readStatement("list-keys");
const revokeKey = readStatement("revoke-key");

/** Keys that come in one answer. */
const keysPerRead = 1_000;

/** Puts `KeyStore` together. */
export function createPostgresKeys(ask: Ask, tell: Ask): KeyStore {
  return {
    async create(key, secretHash) {
      await tell(insertKey, { ...keyParameters(key), secretHash });
    },
    async findByHash(secretHash) {
      const [row] = await ask(selectKey, { secretHash });
      return row === undefined ? undefined : keyFromRow(row);
    },
    async list() {
      const keys: ApiKey[] = [];
      for (;;) {
        const last = keys.at(-1);
        const after = { createdAt: last?.createdAt ?? Number.MIN_SAFE_INTEGER, id: last?.id ?? "" };
        const rows = await ask(listKeys, { ...after, limit: keysPerRead });
        keys.push(...rows.map(keyFromRow));
        if (rows.length < keysPerRead) return keys;
      }
    },
    revoke: async (id, now) => (await tell(revokeKey, { id, now })).count === 1,
  };
}

/** All values, by the names of the parameters in `insert-key.sql`. */
export function keyParameters(key: ApiKey) {
  return {
    id: key.id,
    owner: key.ownerId,
    name: key.name,
    scopes: JSON.stringify(key.scopes),
    domain: key.domain,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    revokedAt: key.revokedAt,
  };
}

function keyFromRow([id, owner, name, scopes, domain, createdAt, expiresAt, revokedAt]: Row): ApiKey {
  return {
    id: id as string,
    ownerId: owner as string,
    name: name as string,
    scopes: scopes as KeyScope[],
    domain: domain as string | null,
    createdAt: Number(createdAt),
    expiresAt: expiresAt === null ? null : Number(expiresAt),
    revokedAt: revokedAt === null ? null : Number(revokedAt),
  };
}
