SELECT
  l.domain, l.code, l.kind, l.destination, l.redirect_status, o.name AS owner, l.enabled, l.expires_at, l.created_at,
  l.updated_at, l.version, l.deleted_at, l.quarantined_at, l.quarantine_reason, l.tags, l.note,
  l.archive_month, l.max_clicks, l.open_version, coalesce(b.used, 0) AS clicks_used
FROM links AS l
LEFT JOIN owners AS o ON o.id = l.owner_id
-- Looked for only where there is a budget.
LEFT JOIN link_budgets AS b ON l.max_clicks IS NOT NULL AND b.domain = l.domain AND b.code = l.code
WHERE l.domain = ? AND l.code = ?
