UPDATE links SET
  destination = :destination,
  host_hash = :hostHash,
  flags = :flags,
  expires_at = :expiresAt,
  updated_at = :updatedAt,
  version = :version,
  deleted_at = :deletedAt,
  archive_month = NULL,
  quarantined_at = :quarantinedAt,
  quarantine_reason = :quarantineReason,
  tags = :tags::text::jsonb,
  note = :note,
  max_clicks = :maxClicks,
  open_version = :openVersion
WHERE domain = :domain AND code = :code
