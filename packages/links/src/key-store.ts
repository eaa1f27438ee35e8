/** What a key may do. `admin` includes every other scope and sees every owner's links. */
export const keyScopes = ["links:write", "links:read", "links:moderate", "stats:read", "edge:read", "admin"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** An API key as it is kept: the secret itself is never stored. Instants are milliseconds since 1970. */
export type ApiKey = {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** Null: every domain. '' is the default domain. */
  readonly domain: string | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
};

/** Keeps API keys by the SHA-256 of their secret. */
export interface KeyStore {
  create(key: ApiKey, secretHash: Uint8Array): Promise<void>;
  /** Revoked and expired keys are found too; the caller judges. */
  findByHash(secretHash: Uint8Array): Promise<ApiKey | undefined>;
  /** Oldest first, revoked ones included. */
  list(): Promise<readonly ApiKey[]>;
  /** False when there is no such key or it was revoked before. */
  revoke(id: string, now: number): Promise<boolean>;
}
