-- non-breaking
-- How far the check of destinations has come, kept by whoever walks; see SafetyStore.
CREATE TABLE safety_walk (
  id smallint NOT NULL PRIMARY KEY CHECK (id = 1),
  -- NULL: nobody.
  holder text COLLATE "C" CHECK (octet_length(holder) BETWEEN 1 AND 256),
  -- Milliseconds since 1970, by the clocks of the processes.
  held_until bigint NOT NULL DEFAULT 0,
  -- Positions, in the words of the walk; '': it has never begun.
  state text COLLATE "C" NOT NULL DEFAULT '' CHECK (octet_length(state) <= 8192)
);

INSERT INTO safety_walk (id) VALUES (1);

-- For what links were quarantined by the check, so that a moderator's release holds against the same finding. The digest
-- is of destination, source and reason.
CREATE TABLE safety_findings (
  found_at bigint NOT NULL,
  domain text COLLATE "C" NOT NULL CHECK (octet_length(domain) <= 253),
  code text COLLATE "C" NOT NULL CHECK (octet_length(code) BETWEEN 1 AND 64),
  digest bytea NOT NULL CHECK (octet_length(digest) = 16),
  PRIMARY KEY (domain, code, digest)
);

-- What people say of links, until a moderator has settled it. Bounded by whoever inserts.
CREATE TABLE link_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reported_at bigint NOT NULL,
  domain text COLLATE "C" NOT NULL CHECK (octet_length(domain) <= 253),
  code text COLLATE "C" NOT NULL CHECK (octet_length(code) BETWEEN 1 AND 64),
  category text COLLATE "C" NOT NULL CHECK (octet_length(category) BETWEEN 1 AND 32),
  text text COLLATE "C" CHECK (octet_length(text) <= 16384)
);

CREATE INDEX link_reports_by_link ON link_reports (domain, code);
