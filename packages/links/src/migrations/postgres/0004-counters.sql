-- 'sequence' is the last number handed out to the `sequence` strategy; 'changes' is the position of the newest change;
-- 'ping' is written to see whether writing works. Room beside each row lets its next version stay on the page.
CREATE TABLE counters (
  value bigint NOT NULL CHECK (value >= 0),
  name text COLLATE "C" NOT NULL PRIMARY KEY
) WITH (fillfactor = 10);

INSERT INTO counters (name, value) VALUES ('sequence', 0), ('changes', 0), ('ping', 0);
