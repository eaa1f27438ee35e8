-- Owners by number: a UUID of 36 bytes would stand in the row and in three indexes of every link.
CREATE TABLE owners (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (octet_length(name) BETWEEN 1 AND 256)
) STRICT;

-- About 200 bytes a row and 150 in its indexes. The row's own tree is filled in order and the random codes touch only
-- the small index of the primary key: at 1,000,000 rows that writes faster than WITHOUT ROWID.
--
-- length() stops at a NUL and counts characters, octet_length() counts every byte: where both agree, a text is ASCII
-- without NUL.
CREATE TABLE links (
  -- '' is the default domain.
  domain TEXT NOT NULL CHECK (octet_length(domain) <= 253),
  code TEXT NOT NULL CHECK (
    octet_length(code) BETWEEN 1 AND 64
    AND length(code) = octet_length(code)
    AND code NOT GLOB '*[^A-Za-z0-9_-]*'
  ),
  kind TEXT NOT NULL CHECK (kind IN ('generated', 'alias')),
  -- The bytes of the Location header; '' in a tombstone.
  destination TEXT NOT NULL CHECK (
    octet_length(destination) <= 8192
    AND length(destination) = octet_length(destination)
    AND destination NOT GLOB '*[^!-~]*'
  ),
  -- The destination's host as the URL parser writes it, for the search by host.
  host TEXT CHECK (octet_length(host) <= 8192),
  redirect_status INTEGER NOT NULL CHECK (redirect_status IN (301, 302, 307, 308)),
  -- NULL: made by an anonymous user.
  owner_id INTEGER REFERENCES owners (id),
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  -- Instants are milliseconds since 1970.
  expires_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  deleted_at INTEGER,
  quarantined_at INTEGER,
  quarantine_reason TEXT CHECK (octet_length(quarantine_reason) <= 65536),
  -- A JSON array of texts, sorted; NULL: none. link_tags follows by trigger.
  tags TEXT CHECK (octet_length(tags) <= 65536 AND json_type(tags) = 'array'),
  note TEXT CHECK (octet_length(note) <= 65536),
  settings_digest BLOB CHECK (octet_length(settings_digest) = 16),
  PRIMARY KEY (domain, code),
  CHECK (kind = 'alias' OR (octet_length(code) <= 11 AND code NOT GLOB '*[^A-Za-z0-9]*')),
  CHECK ((quarantined_at IS NULL) = (quarantine_reason IS NULL)),
  -- A tombstone keeps the code claimed and nothing of what the link was about.
  CHECK (
    CASE WHEN deleted_at IS NULL
      THEN destination GLOB 'http://?*' OR destination GLOB 'https://?*'
      ELSE destination = '' AND host IS NULL AND tags IS NULL AND note IS NULL AND settings_digest IS NULL
    END
  )
) STRICT;

-- Lists are keyset pages, newest first. Tombstones are in none of them.
CREATE INDEX links_by_time ON links (created_at, domain, code)
  WHERE deleted_at IS NULL;
CREATE INDEX links_by_owner ON links (owner_id, created_at, domain, code)
  WHERE deleted_at IS NULL AND owner_id IS NOT NULL;
CREATE INDEX links_by_host ON links (host, owner_id, created_at, domain, code)
  WHERE deleted_at IS NULL;

-- For `reuse`.
CREATE INDEX links_by_settings ON links (owner_id, settings_digest)
  WHERE settings_digest IS NOT NULL;

-- For whatever archives or counts what is over; a redirect judges expiry by itself.
CREATE INDEX links_by_expiry ON links (expires_at)
  WHERE expires_at IS NOT NULL AND deleted_at IS NULL;

-- An index over the tags of links; owner 0: anonymous.
CREATE TABLE link_tags (
  tag TEXT NOT NULL,
  owner_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  domain TEXT NOT NULL,
  code TEXT NOT NULL,
  PRIMARY KEY (tag, owner_id, created_at, domain, code)
) STRICT, WITHOUT ROWID;

-- Triggers, so that the tags stay in step whoever writes.
CREATE TRIGGER links_tagged AFTER INSERT ON links
WHEN NEW.tags IS NOT NULL
BEGIN
  INSERT INTO link_tags (tag, owner_id, created_at, domain, code)
  SELECT value, coalesce(NEW.owner_id, 0), NEW.created_at, NEW.domain, NEW.code
  FROM json_each(NEW.tags);
END;

CREATE TRIGGER links_retagged AFTER UPDATE OF tags ON links
WHEN NEW.tags IS NOT OLD.tags
BEGIN
  DELETE FROM link_tags
  WHERE tag IN (SELECT value FROM json_each(OLD.tags))
    AND owner_id = coalesce(OLD.owner_id, 0)
    AND created_at = OLD.created_at
    AND domain = OLD.domain
    AND code = OLD.code;
  INSERT INTO link_tags (tag, owner_id, created_at, domain, code)
  SELECT value, coalesce(NEW.owner_id, 0), NEW.created_at, NEW.domain, NEW.code
  FROM json_each(NEW.tags);
END;
