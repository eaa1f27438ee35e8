WITH page AS (
  SELECT
    l.domain, l.code, l.destination, l.flags, o.name, l.expires_at, l.created_at, l.updated_at, l.version, l.deleted_at,
    l.quarantined_at, l.quarantine_reason, l.tags, l.note,
    l.max_clicks, l.open_version, link_clicks_used(l.max_clicks, l.domain, l.code) AS clicks_used,
    400 + octet_length(l.destination) + coalesce(octet_length(l.note), 0) + coalesce(octet_length(l.tags::text), 0)
      + coalesce(octet_length(l.quarantine_reason), 0) AS size
  FROM link_tags AS t
  JOIN links AS l ON l.domain = t.domain AND l.code = t.code
  LEFT JOIN owners AS o ON o.id = l.owner_id
  WHERE t.tag = :tag
    AND (:ownerId::integer IS NULL OR t.owner_id = :ownerId)
    AND (:domain::text IS NULL OR l.domain = :domain)
    AND (:hostHash::integer IS NULL OR l.host_hash = :hostHash)
    AND (t.created_at, t.domain, t.code) < (:afterCreatedAt::bigint, :afterDomain, :afterCode)
  ORDER BY t.created_at DESC, t.domain DESC, t.code DESC
  LIMIT :limit
)
SELECT *
FROM (
  SELECT
    page.*,
    count(*) OVER () AS found,
    sum(size) OVER (ORDER BY created_at DESC, domain DESC, code DESC) - size AS before
  FROM page
) AS sized
-- The first is in it, however long it is.
WHERE before < :maxSize
ORDER BY created_at DESC, domain DESC, code DESC
