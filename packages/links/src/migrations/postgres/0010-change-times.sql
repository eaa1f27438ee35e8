-- non-breaking
-- When a change was committed, in milliseconds since 1970 by this server's clock: a link that changes again must not make an
-- earlier change of it a later one. A change from before this was kept is as old as this at the least, which is what its row
-- says; the table is not rewritten for that.
ALTER TABLE link_changes
  ADD COLUMN changed_at bigint NOT NULL DEFAULT floor(extract(epoch FROM now()) * 1000)::bigint;

-- The trigger that writes the log runs at the commit, under the lock of the counter's row: times are in the order of commits.
ALTER TABLE link_changes
  ALTER COLUMN changed_at SET DEFAULT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint;
