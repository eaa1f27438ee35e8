SELECT
  l.domain, l.code, l.destination, l.version, l.created_at, l.updated_at,
  l.quarantined_at IS NULL AND iif(l.max_clicks IS NULL, l.enabled, l.open_version IS l.version)
    AND (l.expires_at IS NULL OR l.expires_at > :before) AS leads
FROM links AS l INDEXED BY links_by_time
WHERE l.deleted_at IS NULL
  AND (l.created_at, l.domain, l.code) > (:afterCreatedAt, :afterDomain, :afterCode)
  AND l.created_at < :before
ORDER BY l.created_at, l.domain, l.code
LIMIT :limit
