-- non-breaking
-- Which pairs of slot and epoch were handed out to those who make snowflake codes; see packages/codes, LeaseAllocator.
CREATE TABLE code_leases (
  slot smallint NOT NULL PRIMARY KEY CHECK (slot BETWEEN 0 AND 63),
  -- The epoch of the newest lease is one less. 8192: spent.
  next_epoch integer NOT NULL DEFAULT 0 CHECK (next_epoch BETWEEN 0 AND 8192),
  -- NULL: nobody.
  holder text CHECK (octet_length(holder) BETWEEN 1 AND 1024),
  ends_at timestamptz,
  CHECK ((holder IS NULL) = (ends_at IS NULL))
);

INSERT INTO code_leases (slot) SELECT generate_series(0, 63);

-- An epoch that came back would make ids of old ones, so nobody can lower or forget one, by hand neither.
CREATE FUNCTION keep_code_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' THEN
    RAISE EXCEPTION 'a lease slot is never removed';
  END IF;
  IF NEW.next_epoch < OLD.next_epoch OR NEW.slot <> OLD.slot THEN
    RAISE EXCEPTION 'an epoch of a lease slot never falls';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER code_leases_rise BEFORE UPDATE OR DELETE ON code_leases
FOR EACH ROW EXECUTE FUNCTION keep_code_epoch();

CREATE TRIGGER code_leases_stay BEFORE TRUNCATE ON code_leases
FOR EACH STATEMENT EXECUTE FUNCTION keep_code_epoch();

-- Whatever the server's setting, an epoch that was handed out must be on the disk: forgotten, it would come again. 'on'
-- also waits for a standby where synchronous_standby_names has one.
CREATE FUNCTION commit_lease_durably() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('synchronous_commit') IN ('off', 'local', 'remote_write') THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
END $$;

-- One row 'acquired', or a row 'held' for every slot that somebody holds. Leases end by this server's clock: the time of
-- the statement, not of the transaction's begin, for a wait for the lock may lie between them.
CREATE FUNCTION acquire_code_lease(wanted_holder text, ttl interval)
RETURNS TABLE (kind text, slot smallint, epoch integer, holder text, ends_at timestamptz) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM commit_lease_durably();
  -- One after the other: leases are rare, and whoever is refused shall see what is there. Renewals do not wait for it.
  PERFORM pg_advisory_xact_lock(hashtextextended('narrows code_leases', 0));
  RETURN QUERY
    UPDATE code_leases AS l
    SET next_epoch = l.next_epoch + 1, holder = wanted_holder, ends_at = clock_timestamp() + ttl
    WHERE l.slot = (
      SELECT f.slot FROM code_leases AS f
      WHERE f.next_epoch < 8192 AND (f.holder IS NULL OR f.ends_at <= clock_timestamp())
      -- The free slot with most epochs left, so that all slots last equally long.
      ORDER BY f.next_epoch, f.slot
      LIMIT 1
      FOR UPDATE
    )
    RETURNING 'acquired', l.slot, l.next_epoch - 1, l.holder, l.ends_at;
  IF NOT FOUND THEN
    RETURN QUERY
      SELECT 'held', l.slot, l.next_epoch - 1, l.holder, l.ends_at
      FROM code_leases AS l
      WHERE l.ends_at > clock_timestamp()
      ORDER BY l.slot;
  END IF;
END $$;

CREATE FUNCTION renew_code_lease(held_slot integer, held_epoch integer, ttl interval) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM commit_lease_durably();
  UPDATE code_leases SET ends_at = clock_timestamp() + ttl
  WHERE slot = held_slot AND next_epoch = held_epoch + 1 AND ends_at > clock_timestamp();
  RETURN FOUND;
END $$;

CREATE FUNCTION release_code_lease(held_slot integer, held_epoch integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM commit_lease_durably();
  UPDATE code_leases SET holder = NULL, ends_at = NULL
  WHERE slot = held_slot AND next_epoch = held_epoch + 1 AND holder IS NOT NULL;
  RETURN FOUND;
END $$;

-- Passes over the next epochs of every slot and ends every lease; the result is how many the poorest slot has left. For
-- when the newest epochs may be forgotten: after a failover to a standby that had not heard of everything, or a restore.
CREATE FUNCTION jump_code_epochs(by integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  PERFORM commit_lease_durably();
  PERFORM pg_advisory_xact_lock(hashtextextended('narrows code_leases', 0));
  UPDATE code_leases SET next_epoch = least(8192, next_epoch + by), holder = NULL, ends_at = NULL;
  RETURN (SELECT 8192 - max(next_epoch) FROM code_leases);
END $$;
