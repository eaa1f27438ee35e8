-- When something of a partition was stored, or it was read to its end, last; in milliseconds since 1970.
ALTER TABLE positions ADD COLUMN seen_at INTEGER;
-- When its log was removed, all of it being stored; NULL as long as there may be one.
ALTER TABLE positions ADD COLUMN gone_at INTEGER;
