-- How far the partitions of the click log are stored.
CREATE TABLE narrows_clicks.positions (
  partition text COLLATE "C" PRIMARY KEY,
  at bigint NOT NULL DEFAULT 0,
  -- All that the partition held at this instant is stored; in milliseconds since 1970.
  complete_at bigint
);

CREATE TABLE narrows_clicks.store_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Raw clicks of before this instant are forgotten, in milliseconds since 1970.
  raw_before bigint NOT NULL DEFAULT 0
);
INSERT INTO narrows_clicks.store_state DEFAULT VALUES;

-- Raw clicks, in a partition for each UTC day.
CREATE TABLE narrows_clicks.clicks (
  id uuid NOT NULL,
  at bigint NOT NULL,
  domain text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  class text COLLATE "C" NOT NULL,
  reason text COLLATE "C" NOT NULL,
  visitor text COLLATE "C",
  status smallint NOT NULL,
  country text COLLATE "C",
  region text COLLATE "C",
  referrer text COLLATE "C",
  device text COLLATE "C",
  browser text COLLATE "C",
  os text COLLATE "C",
  language text COLLATE "C",
  utm_source text COLLATE "C",
  utm_medium text COLLATE "C",
  utm_campaign text COLLATE "C",
  utm_term text COLLATE "C",
  utm_content text COLLATE "C",
  PRIMARY KEY (at, id)
) PARTITION BY RANGE (at);
CREATE INDEX clicks_of_link ON narrows_clicks.clicks (code, domain, at, id);

-- Clicks of one link, or of all (code is empty then), in the 15, 180 or 1,440 minutes from an instant on.
CREATE TABLE narrows_clicks.buckets (
  domain text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  minutes smallint NOT NULL,
  start_at bigint NOT NULL,
  human bigint NOT NULL,
  bot bigint NOT NULL,
  preview bigint NOT NULL,
  prefetch bigint NOT NULL,
  head bigint NOT NULL,
  -- Packed by the program.
  visitors bytea NOT NULL,
  counted_values bytea NOT NULL,
  PRIMARY KEY (code, domain, minutes, start_at)
) WITH (fillfactor = 70);
-- Packed already, as far as it gets smaller.
ALTER TABLE narrows_clicks.buckets ALTER COLUMN visitors SET STORAGE EXTERNAL;
CREATE INDEX buckets_of_time ON narrows_clicks.buckets (minutes, start_at);

-- Clicks of humans since ever.
CREATE TABLE narrows_clicks.totals (
  domain text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  clicks bigint NOT NULL,
  PRIMARY KEY (code, domain)
) WITH (fillfactor = 70);

CREATE TABLE narrows_clicks.dead_letters (
  partition text COLLATE "C" NOT NULL,
  batch_to bigint NOT NULL,
  index integer NOT NULL,
  record text COLLATE "C" NOT NULL,
  fault text COLLATE "C" NOT NULL,
  found_at bigint NOT NULL,
  PRIMARY KEY (partition, batch_to, index)
);
CREATE INDEX dead_letters_of_time ON narrows_clicks.dead_letters (found_at, partition, batch_to, index);

-- Makes the partitions of these days, counted from 1970-01-01 on. A table of its own is attached then: nobody who reads or
-- writes clicks meanwhile is waited for.
CREATE FUNCTION narrows_clicks.ensure_click_days(days integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  day integer;
  name text;
BEGIN
  -- Until the end of the transaction. The number is "NRCD" in ASCII.
  PERFORM pg_advisory_xact_lock(1314014020);
  FOREACH day IN ARRAY days LOOP
    name := format('clicks_%s', day);
    CONTINUE WHEN to_regclass(format('narrows_clicks.%I', name)) IS NOT NULL;
    EXECUTE format('CREATE TABLE narrows_clicks.%I (LIKE narrows_clicks.clicks INCLUDING ALL)', name);
    -- Tells a click that is given again with another instant. Of all days together there can be none without the instant.
    EXECUTE format('CREATE UNIQUE INDEX ON narrows_clicks.%I (id)', name);
    EXECUTE format(
      'ALTER TABLE narrows_clicks.clicks ATTACH PARTITION narrows_clicks.%I FOR VALUES FROM (%s) TO (%s)',
      name, day * 86400000::bigint, (day + 1) * 86400000::bigint
    );
  END LOOP;
END $$;

CREATE FUNCTION narrows_clicks.drop_click_day(day integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1314014020);
  EXECUTE format('DROP TABLE IF EXISTS narrows_clicks.%I', format('clicks_%s', day));
END $$;

-- The salt of each UTC day, in days since 1970-01-01, which all nodes make visitors with. Unlogged: a salt must be in no
-- WAL, no standby and no backup that is made of files. After a crash of the server the table is empty, and nodes that
-- have the salt of the day put it back.
CREATE UNLOGGED TABLE narrows_clicks.salts (
  day integer PRIMARY KEY,
  salt bytea NOT NULL CHECK (octet_length(salt) BETWEEN 16 AND 64)
);

-- Forgets the salts of earlier days. A deleted row would stay readable in the table's file for long, so the table gets
-- a new file, and the old one is removed.
CREATE FUNCTION narrows_clicks.forget_salts(before integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  days integer[];
  salts bytea[];
BEGIN
  -- The first touch of the table: two that forget at once wait for one another, and neither for itself.
  LOCK TABLE narrows_clicks.salts IN ACCESS EXCLUSIVE MODE;
  SELECT array_agg(s.day), array_agg(s.salt) INTO days, salts FROM narrows_clicks.salts AS s WHERE s.day >= before;
  TRUNCATE TABLE narrows_clicks.salts;
  INSERT INTO narrows_clicks.salts (day, salt) SELECT * FROM unnest(days, salts);
END $$;
