INSERT INTO api_keys (id, secret_hash, owner, name, scopes, domain, created_at, expires_at, revoked_at)
VALUES (:id, :secretHash, :owner, :name, :scopes::text::jsonb, :domain, :createdAt, :expiresAt, :revokedAt)
