-- 'sequence' is the last number handed out to the `sequence` strategy; 'ping' is written to see whether writing works.
CREATE TABLE counters (
  name TEXT NOT NULL PRIMARY KEY,
  value INTEGER NOT NULL CHECK (value >= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO counters (name, value) VALUES ('sequence', 0), ('ping', 0);
