-- As select-targets.sql, with the newest change that this snapshot has.
SELECT
  w.number, l.destination, l.flags,
  -- An archived link is one that expired, whatever the clock says.
  CASE WHEN l.archive_month IS NULL THEN l.expires_at ELSE 0 END,
  l.quarantined_at IS NOT NULL, l.deleted_at IS NOT NULL AND l.archive_month IS NULL, l.version,
  l.max_clicks, l.open_version,
  (SELECT value FROM counters WHERE name = 'changes')
FROM unnest(:domains::text[], :codes::text[]) WITH ORDINALITY AS w (domain, code, number)
JOIN links AS l ON l.domain = w.domain AND l.code = w.code
