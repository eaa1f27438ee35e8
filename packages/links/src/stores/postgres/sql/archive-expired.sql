-- No version and no `updated_at`: the links lead nowhere as before. One that is just being changed is passed by.
WITH due AS (
  SELECT domain, code, expires_at, destination, tags, note
  FROM links
  WHERE expires_at BETWEEN :after::bigint AND :before::bigint
    AND expires_at IS NOT NULL
    AND deleted_at IS NULL
    AND quarantined_at IS NULL
  ORDER BY expires_at
  LIMIT :limit
  FOR UPDATE SKIP LOCKED
), kept AS (
  INSERT INTO link_archive (month, domain, code, destination, tags, note)
  SELECT :month::integer, domain, code, destination, tags, note FROM due
  ON CONFLICT (month, domain, code) DO UPDATE SET
    destination = excluded.destination, tags = excluded.tags, note = excluded.note
), archived AS (
  UPDATE links AS l SET
    destination = '',
    host_hash = NULL,
    tags = NULL,
    note = NULL,
    deleted_at = :now::bigint,
    archive_month = :month::integer
  FROM due
  WHERE l.domain = due.domain AND l.code = due.code
  RETURNING due.expires_at
)
SELECT count(*), max(expires_at) FROM archived
