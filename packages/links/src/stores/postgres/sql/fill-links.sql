-- A link that is there already is brought up to a newer version; whatever else has its code stays as it is.
INSERT INTO links AS l (
  domain, code, destination, host_hash, flags, owner_id, expires_at, created_at, updated_at, version, deleted_at,
  quarantined_at, quarantine_reason, tags, note, archive_month, max_clicks, open_version
)
SELECT
  w.domain, w.code, w.destination, w.host_hash, w.flags, w.owner_id, w.expires_at, w.created_at, w.updated_at, w.version,
  w.deleted_at, w.quarantined_at, w.quarantine_reason, w.tags::jsonb, w.note, w.archive_month,
  w.max_clicks, w.open_version
FROM unnest(
  :domain::text[], :code::text[], :destination::text[], :hostHash::integer[], :flags::smallint[], :ownerId::integer[],
  :expiresAt::bigint[], :createdAt::bigint[], :updatedAt::bigint[], :version::integer[], :deletedAt::bigint[],
  :quarantinedAt::bigint[], :quarantineReason::text[], :tags::text[], :note::text[],
  :archiveMonth::integer[], :maxClicks::integer[], :openVersion::integer[]
) AS w (
  domain, code, destination, host_hash, flags, owner_id, expires_at, created_at, updated_at, version, deleted_at,
  quarantined_at, quarantine_reason, tags, note, archive_month, max_clicks, open_version
)
ORDER BY w.domain COLLATE "C", w.code COLLATE "C"
ON CONFLICT (domain, code) DO UPDATE SET
  destination = excluded.destination,
  host_hash = excluded.host_hash,
  flags = excluded.flags,
  expires_at = excluded.expires_at,
  updated_at = excluded.updated_at,
  version = excluded.version,
  deleted_at = excluded.deleted_at,
  quarantined_at = excluded.quarantined_at,
  quarantine_reason = excluded.quarantine_reason,
  tags = excluded.tags,
  note = excluded.note,
  archive_month = excluded.archive_month,
  max_clicks = excluded.max_clicks,
  open_version = excluded.open_version
WHERE l.created_at = excluded.created_at
  AND l.owner_id IS NOT DISTINCT FROM excluded.owner_id
  AND (
    coalesce(l.version, 1) < coalesce(excluded.version, 1)
    -- That a link is archived makes no version.
    OR (l.version IS NOT DISTINCT FROM excluded.version AND l.archive_month IS NULL AND excluded.archive_month IS NOT NULL)
  )
