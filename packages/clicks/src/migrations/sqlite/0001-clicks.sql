-- Every link that was ever followed, and how often by humans.
CREATE TABLE links (
  -- 0 stands for all links together, in buckets.
  id INTEGER PRIMARY KEY CHECK (id > 0),
  -- '' is the default domain.
  domain TEXT NOT NULL,
  code TEXT NOT NULL CHECK (octet_length(code) BETWEEN 1 AND 64),
  humans INTEGER NOT NULL DEFAULT 0 CHECK (humans >= 0),
  UNIQUE (domain, code)
) STRICT;

-- Clicks counted in spans of three lengths; see src/rollup.
CREATE TABLE buckets (
  link INTEGER NOT NULL CHECK (link >= 0),
  -- How many minutes the span lasts: a slot, an eighth of a day, a UTC day.
  level INTEGER NOT NULL CHECK (level IN (15, 180, 1440)),
  -- Its beginning, in quarters of an hour since 1970.
  slot INTEGER NOT NULL CHECK (slot >= 0 AND slot * 15 % level = 0),
  human INTEGER NOT NULL CHECK (human >= 0),
  bot INTEGER NOT NULL CHECK (bot >= 0),
  preview INTEGER NOT NULL CHECK (preview >= 0),
  prefetch INTEGER NOT NULL CHECK (prefetch >= 0),
  head INTEGER NOT NULL CHECK (head >= 0),
  -- A sketch of the different humans.
  visitors BLOB NOT NULL CHECK (octet_length(visitors) <= 4096),
  -- Clicks by value of each dimension and by class.
  dimensions BLOB NOT NULL,
  PRIMARY KEY (link, level, slot)
) STRICT, WITHOUT ROWID;

-- Answers which links had the most clicks without reading anything else.
CREATE INDEX buckets_by_time ON buckets (level, slot, link, human, bot, preview, prefetch, head);

-- Raw clicks, for as long as they are kept: these can be told from ones that come again.
CREATE TABLE clicks (
  -- Milliseconds since 1970.
  at INTEGER NOT NULL CHECK (at >= 0),
  id BLOB NOT NULL CHECK (octet_length(id) = 16),
  link INTEGER NOT NULL CHECK (link > 0),
  -- Its place in clickClasses.
  class INTEGER NOT NULL CHECK (class BETWEEN 0 AND 4),
  visitor BLOB CHECK (octet_length(visitor) = 8),
  -- A JSON array of all the rest; see raw-click.ts.
  payload TEXT NOT NULL,
  PRIMARY KEY (at, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX clicks_by_id ON clicks (id);
-- Goes on with (at, id), as every index of such a table.
CREATE INDEX clicks_by_link ON clicks (link);

CREATE TABLE positions (
  partition TEXT PRIMARY KEY,
  -- Everything up to here is stored.
  at INTEGER NOT NULL CHECK (at >= 0),
  -- When all that the partition held was stored; NULL: not yet.
  complete_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE dead_letters (
  -- Grows: the lowest is the oldest.
  number INTEGER PRIMARY KEY,
  partition TEXT NOT NULL,
  batch_to INTEGER NOT NULL,
  place INTEGER NOT NULL,
  record TEXT NOT NULL,
  fault TEXT NOT NULL,
  found_at INTEGER NOT NULL
) STRICT;

-- One row of what was removed.
CREATE TABLE removals (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- Raw clicks of before this instant are not kept any more.
  raw_before INTEGER NOT NULL CHECK (raw_before >= 0),
  dead_letters INTEGER NOT NULL CHECK (dead_letters >= 0)
) STRICT;

INSERT INTO removals (one, raw_before, dead_letters) VALUES (1, 0, 0);
