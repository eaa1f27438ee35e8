-- One owner's codes in one domain, from :fromCode up to, not including, :toCode.
SELECT l.domain, l.code
FROM links AS l INDEXED BY links_by_owner_code
WHERE l.owner_id = :ownerId
  AND l.domain = :domain
  AND l.code >= :fromCode
  AND l.code < :toCode
  AND l.deleted_at IS NULL
  AND (:host IS NULL OR l.host = :host)
  AND (:tag IS NULL OR EXISTS (SELECT 1 FROM json_each(l.tags) WHERE value = :tag))
ORDER BY l.code
LIMIT :limit
