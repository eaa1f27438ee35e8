-- non-breaking
-- When something of a partition was stored, or it was read to its end, last; in milliseconds since 1970.
ALTER TABLE narrows_clicks.positions ADD COLUMN seen_at bigint;
-- When its log was removed, all of it being stored; NULL as long as there may be one.
ALTER TABLE narrows_clicks.positions ADD COLUMN gone_at bigint;
