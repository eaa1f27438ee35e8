SELECT id, owner, name, scopes, domain, created_at, expires_at, revoked_at, secret_hash FROM api_keys ORDER BY rowid
