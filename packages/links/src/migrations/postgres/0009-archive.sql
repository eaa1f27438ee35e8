-- non-breaking
-- What links were about that expired long ago, in one partition for each month in which they were archived, such as
-- link_archive_202611: that a month is dropped costs nothing for its rows.
CREATE TABLE link_archive (
  month integer NOT NULL,
  domain text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  destination text COLLATE "C" NOT NULL,
  tags jsonb,
  note text COLLATE "C",
  PRIMARY KEY (month, domain, code)
) PARTITION BY LIST (month);

-- The month in which a link was archived. Its row is that of a tombstone then, deleted_at being the instant: it is in no
-- index but that of its code, and a release that does not know of archives takes it for deleted.
ALTER TABLE links ADD COLUMN archive_month integer;

-- Not looked for in the rows that are there, for none has a month: that would hold a large table up.
ALTER TABLE links ADD CONSTRAINT links_archived CHECK (
  archive_month IS NULL
  OR (
    archive_month BETWEEN 197001 AND 999912
    AND deleted_at IS NOT NULL
    AND expires_at IS NOT NULL
    AND expires_at <= deleted_at
  )
) NOT VALID;

-- Whoever drops or makes a month has the lock of the archive.
CREATE FUNCTION ensure_archive_month(month integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass(format('link_archive_%s', month)) IS NULL THEN
    EXECUTE format('CREATE TABLE link_archive_%s PARTITION OF link_archive FOR VALUES IN (%s)', month, month);
  END IF;
END $$;

CREATE FUNCTION drop_archive_month(month integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass(format('link_archive_%s', month)) IS NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE link_archive_%s', month);
  RETURN true;
END $$;

-- A link that is archived leads nowhere before and after, so nobody must forget what is remembered of it; and it would
-- stand in the way of changes, each of which waits for the one before.
DROP TRIGGER links_changed ON links;
CREATE CONSTRAINT TRIGGER links_changed AFTER UPDATE ON links
DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (OLD.archive_month IS NOT NULL OR NEW.archive_month IS NULL) EXECUTE FUNCTION links_changed();
CREATE CONSTRAINT TRIGGER links_removed AFTER DELETE ON links
DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION links_changed();
