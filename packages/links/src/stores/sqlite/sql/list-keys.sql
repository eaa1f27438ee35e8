SELECT rowid AS position, id, owner, name, scopes, domain, created_at, expires_at, revoked_at
FROM api_keys
WHERE rowid > ?
ORDER BY rowid
LIMIT ?
