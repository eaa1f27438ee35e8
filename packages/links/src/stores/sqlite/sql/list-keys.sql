SELECT id, owner, name, scopes, domain, created_at, expires_at, revoked_at FROM api_keys ORDER BY created_at, rowid
