INSERT INTO positions (partition, at) VALUES (?1, ?2)
ON CONFLICT (partition) DO UPDATE SET at = ?2
