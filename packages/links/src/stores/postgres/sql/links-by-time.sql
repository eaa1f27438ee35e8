-- The index has the second of creation only.
SELECT
  l.domain, l.code, l.destination, l.version, l.created_at, l.updated_at,
  l.quarantined_at IS NULL
    AND CASE WHEN l.max_clicks IS NULL THEN l.flags & 8 = 0 ELSE l.open_version IS NOT DISTINCT FROM coalesce(l.version, 1) END
    AND (l.expires_at IS NULL OR l.expires_at > :before) AS leads
FROM links AS l
WHERE l.deleted_at IS NULL
  AND link_second(l.created_at) >= link_second(:afterCreatedAt)
  AND link_second(l.created_at) <= link_second(:before)
  AND (l.created_at, l.domain, l.code) > (:afterCreatedAt::bigint, :afterDomain, :afterCode)
  AND l.created_at < :before
ORDER BY link_second(l.created_at), l.created_at, l.domain, l.code
LIMIT :limit
