SELECT
  l.domain, l.code, l.kind, l.destination, l.redirect_status, o.name AS owner, l.enabled, l.expires_at, l.created_at,
  l.updated_at, l.version, l.deleted_at, l.quarantined_at, l.quarantine_reason, l.tags, l.note,
  l.archive_month
FROM links AS l LEFT JOIN owners AS o ON o.id = l.owner_id
ORDER BY l.rowid
