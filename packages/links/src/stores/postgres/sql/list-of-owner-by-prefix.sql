-- One owner's codes. No index has an owner's codes in order, for it would cost every link 40 bytes: the planner takes the
-- owner's links or the codes of the prefix, whichever it knows to be fewer, and sorts what is left.
WITH matching AS MATERIALIZED (
  SELECT l.domain, l.code
  FROM links AS l
  WHERE l.owner_id = :ownerId
    AND l.code >= :fromCode
    AND l.code < :toCode
    AND (l.code, l.domain) > (:afterCode, :afterDomain)
    AND l.deleted_at IS NULL
    AND (:domain::text IS NULL OR l.domain = :domain)
    AND (:hostHash::integer IS NULL OR l.host_hash = :hostHash)
    AND (:tag::text IS NULL OR jsonb_exists(l.tags, :tag))
), next AS (
  SELECT domain, code FROM matching ORDER BY code, domain LIMIT :limit
), page AS (
  SELECT
    l.domain, l.code, l.destination, l.flags, o.name, l.expires_at, l.created_at, l.updated_at, l.version, l.deleted_at,
    l.quarantined_at, l.quarantine_reason, l.tags, l.note,
    l.max_clicks, l.open_version, link_clicks_used(l.max_clicks, l.domain, l.code) AS clicks_used,
    400 + octet_length(l.destination) + coalesce(octet_length(l.note), 0) + coalesce(octet_length(l.tags::text), 0)
      + coalesce(octet_length(l.quarantine_reason), 0) AS size
  FROM next AS n
  JOIN links AS l ON l.domain = n.domain AND l.code = n.code
  LEFT JOIN owners AS o ON o.id = l.owner_id
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
