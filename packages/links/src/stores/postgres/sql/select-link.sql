SELECT
  l.domain, l.code, l.destination, l.flags, o.name, l.expires_at, l.created_at, l.updated_at, l.version, l.deleted_at,
  l.quarantined_at, l.quarantine_reason, l.tags, l.note,
  l.max_clicks, l.open_version, link_clicks_used(l.max_clicks, l.domain, l.code), l.archive_month
FROM links AS l LEFT JOIN owners AS o ON o.id = l.owner_id
WHERE l.domain = :domain AND l.code = :code
