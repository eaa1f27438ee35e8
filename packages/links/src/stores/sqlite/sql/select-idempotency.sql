SELECT fingerprint, response_body, is_reuse FROM idempotency WHERE requester = ? AND key = ? AND expires_at > ?
