-- When a change was made, in milliseconds since 1970 by this machine's clock: a link that changes again must not make an
-- earlier change of it a later one. A change from before this was kept is as old as this at the least.
ALTER TABLE link_changes ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
UPDATE link_changes SET changed_at = CAST(round(unixepoch('subsec') * 1000) AS INTEGER);

DROP TRIGGER links_changed;
CREATE TRIGGER links_changed AFTER UPDATE ON links
WHEN OLD.archive_month IS NOT NULL OR NEW.archive_month IS NULL
BEGIN
  INSERT INTO link_changes (domain, code, version, changed_at)
  VALUES (NEW.domain, NEW.code, NEW.version, CAST(round(unixepoch('subsec') * 1000) AS INTEGER));
END;

DROP TRIGGER links_removed;
CREATE TRIGGER links_removed AFTER DELETE ON links
BEGIN
  INSERT INTO link_changes (domain, code, version, changed_at)
  VALUES (OLD.domain, OLD.code, OLD.version + 1, CAST(round(unixepoch('subsec') * 1000) AS INTEGER));
END;
