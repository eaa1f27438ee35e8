INSERT INTO links (
  domain, code, destination, host_hash, flags, owner_id, expires_at, created_at, updated_at, version, deleted_at,
  quarantined_at, quarantine_reason, tags, note, max_clicks, open_version
)
SELECT
  w.domain, w.code, w.destination, w.host_hash, w.flags, w.owner_id, w.expires_at, w.created_at, w.updated_at, w.version,
  w.deleted_at, w.quarantined_at, w.quarantine_reason, w.tags::jsonb, w.note,
  w.max_clicks, w.open_version
FROM unnest(
  :domain::text[], :code::text[], :destination::text[], :hostHash::integer[], :flags::smallint[], :ownerId::integer[],
  :expiresAt::bigint[], :createdAt::bigint[], :updatedAt::bigint[], :version::integer[], :deletedAt::bigint[],
  :quarantinedAt::bigint[], :quarantineReason::text[], :tags::text[], :note::text[],
  :maxClicks::integer[], :openVersion::integer[]
) AS w (
  domain, code, destination, host_hash, flags, owner_id, expires_at, created_at, updated_at, version, deleted_at,
  quarantined_at, quarantine_reason, tags, note, max_clicks, open_version
)
-- In one order everywhere: who waits for another's insert of the same code never makes that one wait for an own insert.
ORDER BY w.domain COLLATE "C", w.code COLLATE "C"
-- The unique key decides who gets a code; only this conflict is an answer, every other one is an error.
ON CONFLICT (domain, code) DO NOTHING
RETURNING domain, code
