SELECT id, owner, name, scopes, domain, created_at, expires_at, revoked_at
FROM api_keys
WHERE (created_at, id) > (:createdAt::bigint, :id)
ORDER BY created_at, id
LIMIT :limit
