INSERT INTO positions (partition, at, complete_at, seen_at) VALUES (?1, 0, ?2, CAST(unixepoch('subsec') * 1000 AS INTEGER))
ON CONFLICT (partition) DO UPDATE
SET complete_at = max(coalesce(complete_at, 0), ?2), seen_at = excluded.seen_at, gone_at = NULL
