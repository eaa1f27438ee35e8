SELECT fingerprint, response_body FROM idempotency WHERE requester = ? AND key = ? AND expires_at > ?
