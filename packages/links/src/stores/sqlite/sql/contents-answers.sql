SELECT requester, key, fingerprint, domain, code, response_body, expires_at, is_reuse FROM idempotency
WHERE expires_at > :now
ORDER BY rowid
