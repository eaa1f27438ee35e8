DELETE FROM idempotency AS i
USING unnest(:requester::text[], :key::text[]) AS w (requester, key)
WHERE i.requester = w.requester AND i.key = w.key
