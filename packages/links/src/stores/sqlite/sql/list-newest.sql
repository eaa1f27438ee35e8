SELECT l.domain, l.code
FROM links AS l INDEXED BY links_by_time
WHERE l.deleted_at IS NULL
  AND (l.created_at, l.domain, l.code) < (:afterCreatedAt, :afterDomain, :afterCode)
  AND (:domain IS NULL OR l.domain = :domain)
ORDER BY l.created_at DESC, l.domain DESC, l.code DESC
LIMIT :limit
