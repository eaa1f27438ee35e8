SELECT w.number, i.fingerprint, i.response_body, i.is_reuse
FROM unnest(:requester::text[], :key::text[], :now::bigint[]) WITH ORDINALITY AS w (requester, key, now, number)
JOIN idempotency AS i ON i.requester = w.requester AND i.key = w.key AND i.expires_at > w.now
