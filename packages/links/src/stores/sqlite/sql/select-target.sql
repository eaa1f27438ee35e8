-- An archived link is one that expired, whatever the clock says.
SELECT
  destination, redirect_status, iif(archive_month IS NULL, expires_at, 0), enabled, quarantined_at IS NOT NULL,
  deleted_at IS NOT NULL AND archive_month IS NULL, version
FROM links
WHERE domain = ? AND code = ?
