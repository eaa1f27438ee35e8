-- The month, such as 202611, in which what a link was about was moved to the table link_archive_202611. Its row is that of
-- a tombstone then, deleted_at being the instant: it is in no index but that of its code.
ALTER TABLE links ADD COLUMN archive_month INTEGER CHECK (
  archive_month IS NULL
  OR (
    archive_month BETWEEN 197001 AND 999912
    AND deleted_at IS NOT NULL
    AND expires_at IS NOT NULL
    AND expires_at <= deleted_at
  )
);

-- A link that is archived leads nowhere before and after, so nobody must forget what is remembered of it.
DROP TRIGGER links_changed;
CREATE TRIGGER links_changed AFTER UPDATE ON links
WHEN OLD.archive_month IS NOT NULL OR NEW.archive_month IS NULL
BEGIN
  INSERT INTO link_changes (domain, code, version) VALUES (NEW.domain, NEW.code, NEW.version);
END;
