-- Which version a change led to, so that whoever remembers links outside this process can refuse an older one that comes
-- late. 0: written before this was kept.
ALTER TABLE link_changes ADD COLUMN version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0);

DROP TRIGGER links_changed;
CREATE TRIGGER links_changed AFTER UPDATE ON links
BEGIN
  INSERT INTO link_changes (domain, code, version) VALUES (NEW.domain, NEW.code, NEW.version);
END;

DROP TRIGGER links_removed;
CREATE TRIGGER links_removed AFTER DELETE ON links
BEGIN
  INSERT INTO link_changes (domain, code, version) VALUES (OLD.domain, OLD.code, OLD.version + 1);
END;
