-- Owners by number: a UUID of 36 bytes would stand in every link's row and indexes. Nothing refers to them by a foreign
-- key: its check would lock the owner's row for every link, and owners are never deleted.
CREATE TABLE owners (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE CHECK (octet_length(name) BETWEEN 1 AND 256)
);

-- The second of an instant, in four bytes, for indexes: from 1970 to 2106.
CREATE FUNCTION link_second(at bigint) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (at / 1000 - 2147483648)::integer;

-- Whether two links lead to the same place for the same owner (0: anonymous), in four bytes; equal ones are compared in
-- full.
CREATE FUNCTION link_sameness(owner_id integer, destination text) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (hashtextextended(destination, owner_id::bigint) >> 32)::integer;

-- About 170 bytes a row. Columns stand in the order of their alignment, so that nothing is filled up between them; what
-- is usual is NULL and takes no room.
CREATE TABLE links (
  -- Instants are milliseconds since 1970.
  created_at bigint NOT NULL CHECK (created_at BETWEEN 0 AND 4294967295999),
  expires_at bigint,
  -- NULL: as it was created.
  updated_at bigint,
  deleted_at bigint,
  quarantined_at bigint,
  -- NULL: made by an anonymous user.
  owner_id integer,
  -- Of the destination's host as the URL parser writes it, for the search by host; equal ones are compared in full.
  host_hash integer,
  -- NULL: 1.
  version integer CHECK (version > 1),
  -- Bits: 1 alias; 2 and 4 the redirect status, 302, 301, 307, 308; 8 disabled.
  flags smallint NOT NULL CHECK (flags BETWEEN 0 AND 15),
  -- '' is the default domain.
  domain text COLLATE "C" NOT NULL CHECK (octet_length(domain) <= 253),
  code text COLLATE "C" NOT NULL CHECK (code ~ '^[A-Za-z0-9_-]{1,64}$'),
  -- The bytes of the Location header; '' in a tombstone.
  destination text COLLATE "C" NOT NULL CHECK (octet_length(destination) <= 8192 AND destination !~ '[^!-~]'),
  quarantine_reason text COLLATE "C" CHECK (octet_length(quarantine_reason) <= 65536),
  -- An array of texts, sorted; NULL: none. link_tags follows by trigger.
  tags jsonb CHECK (jsonb_typeof(tags) = 'array' AND octet_length(tags::text) <= 65536),
  note text COLLATE "C" CHECK (octet_length(note) <= 65536),
  PRIMARY KEY (domain, code),
  CHECK (flags & 1 = 1 OR code ~ '^[A-Za-z0-9]{1,11}$'),
  CHECK ((quarantined_at IS NULL) = (quarantine_reason IS NULL)),
  CHECK (version IS NULL OR updated_at IS NOT NULL),
  -- A tombstone keeps the code claimed and nothing of what the link was about.
  CHECK (
    CASE WHEN deleted_at IS NULL
      THEN destination ~ '^https?://.'
      ELSE destination = '' AND host_hash IS NULL AND tags IS NULL AND note IS NULL
    END
  )
);

-- Lists are keyset pages, newest first; tombstones are in none of them. An index has the second and the few links of one
-- second are sorted then: that is half the room, and equal entries share theirs.
CREATE INDEX links_by_time ON links (link_second(created_at))
  WHERE deleted_at IS NULL;
CREATE INDEX links_by_owner ON links (owner_id, link_second(created_at))
  WHERE deleted_at IS NULL AND owner_id IS NOT NULL;

-- One index for `reuse`, by all of it, and for the search by host, by its beginning. The links of a rare host are sorted
-- by time, those of a frequent one are found among the newest: an index with the time would cost as much once more.
CREATE INDEX links_by_host ON links (host_hash, link_sameness(coalesce(owner_id, 0), destination))
  WHERE deleted_at IS NULL;

-- For whatever archives or counts what is over; a redirect judges expiry by itself.
CREATE INDEX links_by_expiry ON links (expires_at)
  WHERE expires_at IS NOT NULL AND deleted_at IS NULL;

-- The planner must know the frequent hosts and owners, or it walks the newest links for a rare one.
ALTER TABLE links ALTER COLUMN host_hash SET STATISTICS 1000;
ALTER TABLE links ALTER COLUMN owner_id SET STATISTICS 1000;

-- An index over the tags of links; owner 0: anonymous.
CREATE TABLE link_tags (
  created_at bigint NOT NULL,
  owner_id integer NOT NULL,
  tag text COLLATE "C" NOT NULL,
  domain text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  PRIMARY KEY (tag, owner_id, created_at, domain, code)
);

-- Triggers, so that the tags stay in step whoever writes.
CREATE FUNCTION links_tagged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM link_tags
    WHERE tag IN (SELECT jsonb_array_elements_text(OLD.tags))
      AND owner_id = coalesce(OLD.owner_id, 0)
      AND created_at = OLD.created_at
      AND domain = OLD.domain
      AND code = OLD.code;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO link_tags (created_at, owner_id, tag, domain, code)
    SELECT NEW.created_at, coalesce(NEW.owner_id, 0), tag, NEW.domain, NEW.code
    FROM jsonb_array_elements_text(NEW.tags) AS tag;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER links_tagged AFTER INSERT ON links
FOR EACH ROW WHEN (NEW.tags IS NOT NULL) EXECUTE FUNCTION links_tagged();
CREATE TRIGGER links_retagged AFTER UPDATE ON links
FOR EACH ROW WHEN (NEW.tags IS DISTINCT FROM OLD.tags) EXECUTE FUNCTION links_tagged();
CREATE TRIGGER links_untagged AFTER DELETE ON links
FOR EACH ROW WHEN (OLD.tags IS NOT NULL) EXECUTE FUNCTION links_tagged();
