-- Replaces a record whose time is over; one that still holds was answered before anything was written.
INSERT OR REPLACE INTO idempotency (requester, key, fingerprint, domain, code, response_body, is_reuse, expires_at)
VALUES (:requester, :key, :fingerprint, :domain, :code, :responseBody, :isReuse, :expiresAt)
