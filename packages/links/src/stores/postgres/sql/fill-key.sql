-- A key that was revoked in between is revoked here, too.
INSERT INTO api_keys AS k (id, secret_hash, owner, name, scopes, domain, created_at, expires_at, revoked_at)
VALUES (:id, :secretHash, :owner, :name, :scopes::text::jsonb, :domain, :createdAt, :expiresAt, :revokedAt)
ON CONFLICT (id) DO UPDATE SET revoked_at = coalesce(k.revoked_at, excluded.revoked_at)
