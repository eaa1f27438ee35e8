INSERT INTO positions (partition, at, complete_at) VALUES (?1, 0, ?2)
ON CONFLICT (partition) DO UPDATE SET complete_at = max(coalesce(complete_at, 0), ?2)
