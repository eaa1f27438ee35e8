-- Which pairs of slot and epoch were handed out to those who make snowflake codes; see packages/codes, LeaseAllocator.
CREATE TABLE code_leases (
  slot INTEGER PRIMARY KEY CHECK (slot BETWEEN 0 AND 63),
  -- The epoch of the newest lease is one less. 8192: spent.
  next_epoch INTEGER NOT NULL DEFAULT 0 CHECK (next_epoch BETWEEN 0 AND 8192),
  -- NULL: nobody.
  holder TEXT CHECK (octet_length(holder) BETWEEN 1 AND 1024),
  -- Milliseconds since 1970, by the clock of the machine that has the file.
  ends_at INTEGER,
  CHECK ((holder IS NULL) = (ends_at IS NULL))
) STRICT;

INSERT INTO code_leases (slot)
WITH RECURSIVE slots (slot) AS (VALUES (0) UNION ALL SELECT slot + 1 FROM slots WHERE slot < 63)
SELECT slot FROM slots;

-- An epoch that came back would make ids of old ones, so nobody can lower or forget one, by hand neither.
CREATE TRIGGER code_leases_rise BEFORE UPDATE ON code_leases
WHEN NEW.next_epoch < OLD.next_epoch OR NEW.slot <> OLD.slot
BEGIN
  SELECT raise(ABORT, 'an epoch of a lease slot never falls');
END;

CREATE TRIGGER code_leases_stay BEFORE DELETE ON code_leases
BEGIN
  SELECT raise(ABORT, 'a lease slot is never removed');
END;
