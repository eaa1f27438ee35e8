SELECT requester, key, fingerprint, domain, code, response_body, expires_at, is_reuse FROM idempotency ORDER BY rowid
