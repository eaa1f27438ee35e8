-- Which links changed, in the order of their commits: what every process that remembers links must forget. Created links
-- are not in it, for nobody remembers more of them than that they were unknown, and that not for long.
CREATE TABLE link_changes (
  id bigint NOT NULL PRIMARY KEY,
  -- Which version the change led to, so that whoever remembers links can refuse an older one that comes late.
  version integer NOT NULL,
  domain text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL
);

-- The counter's row stays locked until the commit, so numbers are in the order of commits, and a rollback gives its
-- number back: they have no gaps. The trigger runs at the commit, so the lock is held for no longer than that takes.
CREATE FUNCTION links_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  position bigint;
BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'changes' RETURNING value INTO STRICT position;
  IF TG_OP = 'DELETE' THEN
    INSERT INTO link_changes (id, version, domain, code)
    VALUES (position, coalesce(OLD.version, 1) + 1, OLD.domain, OLD.code);
  ELSE
    INSERT INTO link_changes (id, version, domain, code)
    VALUES (position, coalesce(NEW.version, 1), NEW.domain, NEW.code);
  END IF;
  RETURN NULL;
END $$;

-- A trigger, so that a change is told of whoever makes it, and in its own transaction.
CREATE CONSTRAINT TRIGGER links_changed AFTER UPDATE OR DELETE ON links
DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION links_changed();
