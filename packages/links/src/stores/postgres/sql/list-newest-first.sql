-- Planned for its values each time: a parameter that is NULL leaves nothing of its condition behind.
WITH page AS (
  SELECT
    l.domain, l.code, l.destination, l.flags, o.name, l.expires_at, l.created_at, l.updated_at, l.version, l.deleted_at,
    l.quarantined_at, l.quarantine_reason, l.tags, l.note,
    l.max_clicks, l.open_version, link_clicks_used(l.max_clicks, l.domain, l.code) AS clicks_used,
    400 + octet_length(l.destination) + coalesce(octet_length(l.note), 0) + coalesce(octet_length(l.tags::text), 0)
      + coalesce(octet_length(l.quarantine_reason), 0) AS size
  FROM links AS l LEFT JOIN owners AS o ON o.id = l.owner_id
  WHERE l.deleted_at IS NULL
    AND (:ownerId::integer IS NULL OR l.owner_id = :ownerId)
    AND (:domain::text IS NULL OR l.domain = :domain)
    AND (:hostHash::integer IS NULL OR l.host_hash = :hostHash)
    AND link_second(l.created_at) <= link_second(:afterCreatedAt)
    AND (l.created_at, l.domain, l.code) < (:afterCreatedAt::bigint, :afterDomain, :afterCode)
  ORDER BY link_second(l.created_at) DESC, l.created_at DESC, l.domain DESC, l.code DESC
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
