-- Any owner's links: the table has them owner by owner, so the newest are sorted out; memory is bounded by the limit.
SELECT t.domain, t.code
FROM link_tags AS t
WHERE t.tag = :tag
  AND (t.created_at, t.domain, t.code) < (:afterCreatedAt, :afterDomain, :afterCode)
  AND (:domain IS NULL OR t.domain = :domain)
ORDER BY t.created_at DESC, t.domain DESC, t.code DESC
LIMIT :limit
