INSERT INTO positions (partition, at, complete_at, seen_at) VALUES (?1, 0, ?2, CAST(unixepoch('subsec') * 1000 AS INTEGER))
ON CONFLICT (partition) DO UPDATE
SET complete_at = excluded.complete_at, seen_at = excluded.seen_at, gone_at = NULL
-- What has ended goes on when something of it is stored, and not when another writer had looked at it before.
WHERE positions.complete_at IS NOT ?3 OR excluded.complete_at = ?3
