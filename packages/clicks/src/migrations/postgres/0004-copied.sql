-- non-breaking
-- Where the partition stood in the store that it was copied from; NULL where it was begun here. What lies beyond was counted here.
ALTER TABLE narrows_clicks.positions ADD COLUMN copied_to bigint;
-- Whether a partition is forgotten of which something was counted here.
ALTER TABLE narrows_clicks.store_state ADD COLUMN has_forgotten_own boolean NOT NULL DEFAULT false;
