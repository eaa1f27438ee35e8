UPDATE links SET
  destination = :destination,
  host = :host,
  redirect_status = :redirectStatus,
  enabled = :enabled,
  expires_at = :expiresAt,
  updated_at = :updatedAt,
  version = :version,
  deleted_at = :deletedAt,
  archive_month = NULL,
  quarantined_at = :quarantinedAt,
  quarantine_reason = :quarantineReason,
  tags = :tags,
  note = :note,
  settings_digest = :settingsDigest,
  max_clicks = :maxClicks,
  open_version = :openVersion
WHERE domain = :domain AND code = :code
