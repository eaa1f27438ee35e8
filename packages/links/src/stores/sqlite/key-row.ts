import type { SQLOutputValue } from "node:sqlite";
import type { ApiKey, KeyScope } from "../../key-store.ts";

/** A row as `select-key.sql` reads it. */
type KeyRow = {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly scopes: string;
  readonly domain: string | null;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
};

export function keyFromRow(row: Record<string, SQLOutputValue>): ApiKey {
  const key = row as KeyRow;
  return {
    id: key.id,
    ownerId: key.owner,
    name: key.name,
    scopes: JSON.parse(key.scopes) as KeyScope[],
    domain: key.domain,
    createdAt: key.created_at,
    expiresAt: key.expires_at,
    revokedAt: key.revoked_at,
  };
}

/** All values, by the names of the parameters in `insert-key.sql`. */
export function insertKeyParameters(key: ApiKey, secretHash: Uint8Array) {
  return {
    id: key.id,
    secretHash,
    owner: key.ownerId,
    name: key.name,
    scopes: JSON.stringify(key.scopes),
    domain: key.domain,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    revokedAt: key.revokedAt,
  };
}
