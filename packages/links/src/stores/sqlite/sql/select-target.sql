SELECT destination, redirect_status, expires_at, enabled, quarantined_at IS NOT NULL, deleted_at IS NOT NULL, version
FROM links
WHERE domain = ? AND code = ?
