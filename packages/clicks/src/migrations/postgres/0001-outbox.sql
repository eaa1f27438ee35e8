-- What was recorded and is not yet stored. A row holds what one append took over: its clicks, a line of JSON each.
--
-- The partitions are a ring. New rows go into the one that outbox_state names; once all rows of another one are released,
-- it is emptied as a whole. Nothing is ever deleted row by row, and no table is made or dropped while the service runs.
CREATE SEQUENCE narrows_clicks.outbox_ids;

CREATE TABLE narrows_clicks.outbox (
  slot smallint NOT NULL,
  -- In the order in which they were given, which is not the one of the commits: never to be read on from.
  id bigint NOT NULL DEFAULT nextval('narrows_clicks.outbox_ids'),
  records integer NOT NULL CHECK (records > 0),
  -- The instant of the oldest click, in milliseconds since 1970.
  oldest_at bigint NOT NULL,
  -- The position after the last record, once the row has its place in the order in which it is read.
  ends_at bigint,
  body text COLLATE "C" NOT NULL
) PARTITION BY LIST (slot);

CREATE TABLE narrows_clicks.outbox_0 PARTITION OF narrows_clicks.outbox FOR VALUES IN (0);
CREATE TABLE narrows_clicks.outbox_1 PARTITION OF narrows_clicks.outbox FOR VALUES IN (1);
CREATE TABLE narrows_clicks.outbox_2 PARTITION OF narrows_clicks.outbox FOR VALUES IN (2);
CREATE TABLE narrows_clicks.outbox_3 PARTITION OF narrows_clicks.outbox FOR VALUES IN (3);

CREATE INDEX outbox_order ON narrows_clicks.outbox (ends_at, id) INCLUDE (records, oldest_at);

CREATE TABLE narrows_clicks.outbox_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- The partition that takes new rows, and since when, in milliseconds since 1970.
  slot smallint NOT NULL DEFAULT 0,
  slot_since bigint NOT NULL DEFAULT 0,
  -- Positions: after the last record that has a place, and after the last one that is not needed any more.
  last_position bigint NOT NULL DEFAULT 0,
  released bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 10);
INSERT INTO narrows_clicks.outbox_state DEFAULT VALUES;

-- Gives rows that were committed their places, behind all that have one. Whoever reads in the order of places misses
-- nothing: they are given by one transaction at a time, and a row that is committed late gets a late place.
CREATE FUNCTION narrows_clicks.place_outbox(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  before bigint;
  slots smallint[];
  ids bigint[];
  ends bigint[];
BEGIN
  -- Without a lock first: most of the time there is nothing to do.
  IF NOT EXISTS (SELECT FROM narrows_clicks.outbox WHERE ends_at IS NULL) THEN
    RETURN 0;
  END IF;
  SELECT last_position INTO before FROM narrows_clicks.outbox_state FOR UPDATE;
  -- A statement of its own, so it sees what another one placed before it gave the lock up. Rows without a place are in the
  -- order of their ids in that of the index.
  WITH waiting AS (
    SELECT slot, id, records FROM narrows_clicks.outbox
    WHERE ends_at IS NULL ORDER BY ends_at, id LIMIT most
    FOR UPDATE SKIP LOCKED
  ),
  places AS (SELECT slot, id, before + sum(records) OVER (ORDER BY id, slot) AS ends_at FROM waiting)
  SELECT array_agg(slot ORDER BY ends_at), array_agg(id ORDER BY ends_at), array_agg(ends_at ORDER BY ends_at)
  INTO slots, ids, ends FROM places;
  IF ids IS NULL THEN
    RETURN 0;
  END IF;
  -- Between two ids: however the two are joined, what waits behind these is not read.
  UPDATE narrows_clicks.outbox AS o SET ends_at = p.ends_at
  FROM unnest(slots, ids, ends) AS p (slot, id, ends_at)
  WHERE o.ends_at IS NULL AND o.id BETWEEN ids[1] AND ids[cardinality(ids)] AND o.slot = p.slot AND o.id = p.id;
  UPDATE narrows_clicks.outbox_state SET last_position = ends[cardinality(ends)];
  RETURN cardinality(ids);
END $$;

-- Empties partitions of which everything is released, and lets another one take the new rows after turn_ms. Waits for
-- nobody: a partition that somebody uses is left for the next time.
CREATE FUNCTION narrows_clicks.turn_outbox(now_ms bigint, turn_ms bigint) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  state record;
  leaf text;
  needed text;
  is_used boolean;
  is_needed boolean;
  free smallint;
  emptied integer := 0;
BEGIN
  SELECT slot, slot_since, released INTO state FROM narrows_clicks.outbox_state FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  FOR part IN 0..3 LOOP
    CONTINUE WHEN part = state.slot;
    leaf := format('narrows_clicks.outbox_%s', part);
    -- Apart, so that each is a look into the index.
    needed := format(
      'SELECT EXISTS (SELECT FROM %1$s WHERE ends_at IS NULL) OR EXISTS (SELECT FROM %1$s WHERE ends_at > $1)', leaf
    );
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', leaf) INTO is_used;
    IF is_used THEN
      -- Looked at without the lock first, so that nobody waits for it in vain.
      EXECUTE needed INTO is_needed USING state.released;
      CONTINUE WHEN is_needed;
      BEGIN
        -- A row that is not committed yet is not seen, but its table is locked by it.
        EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE NOWAIT', leaf);
        EXECUTE needed INTO is_needed USING state.released;
        CONTINUE WHEN is_needed;
        EXECUTE format('TRUNCATE TABLE %s', leaf);
        emptied := emptied + 1;
      EXCEPTION WHEN lock_not_available THEN
        CONTINUE;
      END;
    END IF;
    free := part;
  END LOOP;
  -- Either way: a clock may have been put back.
  IF free IS NOT NULL AND abs(now_ms - state.slot_since) >= turn_ms THEN
    UPDATE narrows_clicks.outbox_state SET slot = free, slot_since = now_ms;
  END IF;
  RETURN emptied;
END $$;
