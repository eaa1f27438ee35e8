-- non-breaking
-- A copy from another store brings a link that was changed and then archived there by one update. Whoever remembers it as it
-- was before must forget it: an archiving is not told of only where it makes no version.
DROP TRIGGER links_changed ON links;
CREATE CONSTRAINT TRIGGER links_changed AFTER UPDATE ON links
DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (
  OLD.archive_month IS NOT NULL OR NEW.archive_month IS NULL OR OLD.version IS DISTINCT FROM NEW.version
) EXECUTE FUNCTION links_changed();
