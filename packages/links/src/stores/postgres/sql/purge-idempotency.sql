-- One that a create is just replacing is passed by.
DELETE FROM idempotency
WHERE (requester, key) IN (
  SELECT requester, key FROM idempotency WHERE expires_at <= :now ORDER BY expires_at LIMIT :limit
  FOR UPDATE SKIP LOCKED
)
