INSERT INTO positions (partition, at, seen_at) VALUES (?1, ?2, CAST(unixepoch('subsec') * 1000 AS INTEGER))
ON CONFLICT (partition) DO UPDATE SET at = ?2, complete_at = nullif(complete_at, ?3), seen_at = excluded.seen_at, gone_at = NULL
