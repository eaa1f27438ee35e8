SELECT partition, at, complete_at, seen_at, gone_at FROM positions ORDER BY partition
