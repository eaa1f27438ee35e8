-- What links were about that were archived in one month; MONTH is its number. Dropped as a whole.
CREATE TABLE IF NOT EXISTS link_archive_MONTH (
  domain TEXT NOT NULL,
  code TEXT NOT NULL,
  destination TEXT NOT NULL,
  tags TEXT,
  note TEXT,
  PRIMARY KEY (domain, code)
) STRICT, WITHOUT ROWID
