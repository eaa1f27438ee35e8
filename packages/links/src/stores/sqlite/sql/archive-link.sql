-- No version and no `updated_at`: the link leads nowhere as before.
UPDATE links SET
  destination = '',
  host = NULL,
  tags = NULL,
  note = NULL,
  settings_digest = NULL,
  deleted_at = :now,
  archive_month = :month
WHERE rowid = :place
