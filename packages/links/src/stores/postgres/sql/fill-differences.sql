-- The places of wanted links that are missing, or are not the same in every column. The same link in a newer version
-- counts as the same, and so does one that let more people through. And in which month the one that is there is archived.
SELECT w.place, l.archive_month
FROM unnest(
  :domain::text[], :code::text[], :destination::text[], :hostHash::integer[], :flags::smallint[], :ownerId::integer[],
  :expiresAt::bigint[], :createdAt::bigint[], :updatedAt::bigint[], :version::integer[], :deletedAt::bigint[],
  :quarantinedAt::bigint[], :quarantineReason::text[], :tags::text[], :note::text[],
  :archiveMonth::integer[], :maxClicks::integer[], :openVersion::integer[], :clicksUsed::integer[]
) WITH ORDINALITY AS w (
  domain, code, destination, host_hash, flags, owner_id, expires_at, created_at, updated_at, version, deleted_at,
  quarantined_at, quarantine_reason, tags, note, archive_month, max_clicks, open_version, clicks_used, place
)
LEFT JOIN links AS l ON l.domain = w.domain COLLATE "C" AND l.code = w.code COLLATE "C"
WHERE l.code IS NULL
  OR l.created_at <> w.created_at
  OR l.owner_id IS DISTINCT FROM w.owner_id
  OR coalesce(l.version, 1) < coalesce(w.version, 1)
  OR (
    coalesce(l.version, 1) = coalesce(w.version, 1)
    AND (
      l.destination, l.host_hash, l.flags, l.expires_at, l.updated_at, l.deleted_at, l.quarantined_at,
      l.quarantine_reason, l.tags, l.note, l.archive_month, l.max_clicks, l.open_version
    ) IS DISTINCT FROM (
      w.destination, w.host_hash, w.flags, w.expires_at, w.updated_at, w.deleted_at, w.quarantined_at,
      w.quarantine_reason, w.tags::jsonb, w.note, w.archive_month, w.max_clicks, w.open_version
    )
  )
  OR (
    coalesce(l.version, 1) = coalesce(w.version, 1)
    AND link_clicks_used(l.max_clicks, l.domain, l.code) < w.clicks_used
  )
