SELECT id, owner, name, scopes, domain, created_at, expires_at, revoked_at FROM api_keys WHERE secret_hash = :secretHash
