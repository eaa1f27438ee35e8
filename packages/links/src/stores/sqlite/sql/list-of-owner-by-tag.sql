SELECT t.domain, t.code
FROM link_tags AS t
WHERE t.tag = :tag
  AND t.owner_id = :ownerId
  AND (t.created_at, t.domain, t.code) < (:afterCreatedAt, :afterDomain, :afterCode)
  AND (:domain IS NULL OR t.domain = :domain)
ORDER BY t.created_at DESC, t.domain DESC, t.code DESC
LIMIT :limit
