INSERT INTO idempotency (expires_at, is_reuse, requester, key, fingerprint, domain, code, response_body)
SELECT w.expires_at, w.is_reuse, w.requester, w.key, w.fingerprint, w.domain, w.code, w.response_body
FROM unnest(
  :expiresAt::bigint[], :isReuse::boolean[], :requester::text[], :key::text[], :fingerprint::bytea[], :domain::text[],
  :code::text[], :responseBody::text[]
) AS w (expires_at, is_reuse, requester, key, fingerprint, domain, code, response_body)
ORDER BY w.requester COLLATE "C", w.key COLLATE "C"
-- Only one whose time is over gives way: somebody may have been told the other, and may repeat the request.
ON CONFLICT (requester, key) DO UPDATE SET
  expires_at = excluded.expires_at, is_reuse = excluded.is_reuse, fingerprint = excluded.fingerprint,
  domain = excluded.domain, code = excluded.code, response_body = excluded.response_body
WHERE idempotency.expires_at <= :now
