INSERT INTO idempotency (expires_at, is_reuse, requester, key, fingerprint, domain, code, response_body)
SELECT w.expires_at, w.is_reuse, w.requester, w.key, w.fingerprint, w.domain, w.code, w.response_body
FROM unnest(
  :expiresAt::bigint[], :isReuse::boolean[], :requester::text[], :key::text[], :fingerprint::bytea[], :domain::text[],
  :code::text[], :responseBody::text[]
) AS w (expires_at, is_reuse, requester, key, fingerprint, domain, code, response_body)
ORDER BY w.requester COLLATE "C", w.key COLLATE "C"
-- Of two the later one is the answer: the other's time was over when it was made.
ON CONFLICT (requester, key) DO UPDATE SET
  expires_at = excluded.expires_at, is_reuse = excluded.is_reuse, fingerprint = excluded.fingerprint,
  domain = excluded.domain, code = excluded.code, response_body = excluded.response_body
WHERE idempotency.expires_at < excluded.expires_at
