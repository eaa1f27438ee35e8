-- How far the check of destinations has come, kept by whoever walks; see SafetyStore.
CREATE TABLE safety_walk (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- NULL: nobody.
  holder TEXT CHECK (octet_length(holder) BETWEEN 1 AND 256),
  -- Milliseconds since 1970, by the clocks of the processes.
  held_until INTEGER NOT NULL DEFAULT 0,
  -- Positions, in the words of the walk; '': it has never begun.
  state TEXT NOT NULL DEFAULT '' CHECK (octet_length(state) <= 8192)
) STRICT;

INSERT INTO safety_walk (id) VALUES (1);

-- For what links were quarantined by the check, so that a moderator's release holds against the same finding. The digest
-- is of destination, source and reason.
CREATE TABLE safety_findings (
  domain TEXT NOT NULL CHECK (octet_length(domain) <= 253),
  code TEXT NOT NULL CHECK (octet_length(code) BETWEEN 1 AND 64),
  digest BLOB NOT NULL CHECK (octet_length(digest) = 16),
  found_at INTEGER NOT NULL,
  PRIMARY KEY (domain, code, digest)
) STRICT, WITHOUT ROWID;

-- What people say of links, until a moderator has settled it. Bounded by whoever inserts.
CREATE TABLE link_reports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  domain TEXT NOT NULL CHECK (octet_length(domain) <= 253),
  code TEXT NOT NULL CHECK (octet_length(code) BETWEEN 1 AND 64),
  category TEXT NOT NULL CHECK (octet_length(category) BETWEEN 1 AND 32),
  text TEXT CHECK (octet_length(text) <= 16384),
  reported_at INTEGER NOT NULL
) STRICT;

CREATE INDEX link_reports_by_link ON link_reports (domain, code);
