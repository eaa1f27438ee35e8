-- Keeps answers under keys that are free or whose time is over. Another transaction that keeps one of them is waited for;
-- in one order everywhere, so that nobody waits in a circle.
INSERT INTO idempotency (requester, key, fingerprint, domain, code, response_body, is_reuse, expires_at)
SELECT w.requester, w.key, w.fingerprint, w.domain, w.code, w.response_body, w.is_reuse, w.expires_at
FROM unnest(
  :requester::text[], :key::text[], :fingerprint::bytea[], :domain::text[], :code::text[], :responseBody::text[],
  :isReuse::boolean[], :expiresAt::bigint[]
) AS w (requester, key, fingerprint, domain, code, response_body, is_reuse, expires_at)
ORDER BY w.requester COLLATE "C", w.key COLLATE "C"
ON CONFLICT (requester, key) DO UPDATE SET
  fingerprint = excluded.fingerprint,
  domain = excluded.domain,
  code = excluded.code,
  response_body = excluded.response_body,
  is_reuse = excluded.is_reuse,
  expires_at = excluded.expires_at
WHERE idempotency.expires_at <= :now
RETURNING requester, key
