SELECT fingerprint, response_body, is_reuse FROM idempotency WHERE requester = :requester AND key = :key AND expires_at > :now
