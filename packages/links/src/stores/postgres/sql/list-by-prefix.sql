-- Codes from :fromCode up to, not including, :toCode, of any owner: a range, not LIKE, for nothing in a prefix has a
-- meaning. The primary key is walked once for each domain that has links.
WITH RECURSIVE domains (domain) AS (
  (SELECT domain FROM links ORDER BY domain LIMIT 1)
  UNION ALL
  SELECT (SELECT l.domain FROM links AS l WHERE l.domain > d.domain ORDER BY l.domain LIMIT 1)
  FROM domains AS d
  WHERE d.domain IS NOT NULL
), page AS (
  SELECT
    l.domain, l.code, l.destination, l.flags, o.name, l.expires_at, l.created_at, l.updated_at, l.version, l.deleted_at,
    l.quarantined_at, l.quarantine_reason, l.tags, l.note,
    l.max_clicks, l.open_version, link_clicks_used(l.max_clicks, l.domain, l.code) AS clicks_used,
    400 + octet_length(l.destination) + coalesce(octet_length(l.note), 0) + coalesce(octet_length(l.tags::text), 0)
      + coalesce(octet_length(l.quarantine_reason), 0) AS size
  FROM domains AS d
  CROSS JOIN LATERAL (
    SELECT *
    FROM links AS l
    WHERE l.domain = d.domain
      AND l.code >= :fromCode
      AND l.code < :toCode
      AND (l.code, l.domain) > (:afterCode, :afterDomain)
      AND l.deleted_at IS NULL
      AND (:hostHash::integer IS NULL OR l.host_hash = :hostHash)
      AND (:tag::text IS NULL OR jsonb_exists(l.tags, :tag))
    ORDER BY l.code
    LIMIT :limit
  ) AS l
  LEFT JOIN owners AS o ON o.id = l.owner_id
  WHERE (:domain::text IS NULL OR d.domain = :domain)
  ORDER BY l.code, l.domain
  LIMIT :limit
)
SELECT *
FROM (
  SELECT
    page.*,
    count(*) OVER () AS found,
    sum(size) OVER (ORDER BY code, domain) - size AS before
  FROM page
) AS sized
-- The first is in it, however long it is.
WHERE before < :maxSize
ORDER BY code, domain
