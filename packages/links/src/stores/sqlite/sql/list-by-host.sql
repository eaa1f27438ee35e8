-- Any owner's links: the index has them owner by owner, so the newest are sorted out; memory is bounded by the limit.
SELECT l.domain, l.code
FROM links AS l INDEXED BY links_by_host
WHERE l.deleted_at IS NULL
  AND l.host = :host
  AND (l.created_at, l.domain, l.code) < (:afterCreatedAt, :afterDomain, :afterCode)
  AND (:domain IS NULL OR l.domain = :domain)
  AND (:tag IS NULL OR EXISTS (SELECT 1 FROM json_each(l.tags) WHERE value = :tag))
ORDER BY l.created_at DESC, l.domain DESC, l.code DESC
LIMIT :limit
