-- Which links changed, in the order of their commits: what every process that remembers links must forget. Created
-- links are not in it, for nobody remembers more of them than that they were unknown, and that not for long.
--
-- AUTOINCREMENT, so that numbers never come back and a gap between two of them means that older ones were purged.
CREATE TABLE link_changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  domain TEXT NOT NULL,
  code TEXT NOT NULL
) STRICT;

-- Triggers, so that a change is told of whoever makes it, and in its own transaction.
CREATE TRIGGER links_changed AFTER UPDATE ON links
BEGIN
  INSERT INTO link_changes (domain, code) VALUES (NEW.domain, NEW.code);
END;

CREATE TRIGGER links_removed AFTER DELETE ON links
BEGIN
  INSERT INTO link_changes (domain, code) VALUES (OLD.domain, OLD.code);
END;
