-- An archived link is one that expired, whatever the clock says.
SELECT
  destination, redirect_status, iif(archive_month IS NULL, expires_at, 0),
  iif(max_clicks IS NULL, enabled, open_version IS version), quarantined_at IS NOT NULL,
  deleted_at IS NOT NULL AND archive_month IS NULL, version, max_clicks
FROM links
WHERE domain = ? AND code = ?
