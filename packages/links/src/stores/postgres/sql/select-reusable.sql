-- The oldest live link of each owner with these settings.
SELECT DISTINCT ON (w.number)
  w.number,
  l.domain, l.code, l.destination, l.flags, o.name, l.expires_at, l.created_at, l.updated_at, l.version, l.deleted_at,
  l.quarantined_at, l.quarantine_reason, l.tags, l.note,
  -- One with a budget is never reused.
  NULL, NULL, NULL
FROM unnest(
  :ownerId::integer[], :domain::text[], :destination::text[], :hostHash::integer[], :flags::smallint[],
  :alias::text[], :expiresAt::bigint[], :tags::text[], :note::text[], :now::bigint[]
) WITH ORDINALITY AS w (
  owner_id, domain, destination, host_hash, flags, alias, expires_at, tags, note, now, number
)
JOIN links AS l
  ON l.host_hash = w.host_hash
  AND link_sameness(coalesce(l.owner_id, 0), l.destination) = link_sameness(w.owner_id, w.destination)
  AND l.deleted_at IS NULL
  AND l.max_clicks IS NULL
  AND l.owner_id = w.owner_id
  AND l.destination = w.destination
  AND l.domain = w.domain
  AND l.flags = w.flags
  AND (w.alias IS NULL OR l.code = w.alias)
  AND l.expires_at IS NOT DISTINCT FROM w.expires_at
  AND l.tags IS NOT DISTINCT FROM w.tags::jsonb
  AND l.note IS NOT DISTINCT FROM w.note
  AND l.quarantined_at IS NULL
  AND (l.expires_at IS NULL OR l.expires_at > w.now)
JOIN owners AS o ON o.id = l.owner_id
ORDER BY w.number, l.created_at, l.domain, l.code
