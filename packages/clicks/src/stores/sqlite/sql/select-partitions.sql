SELECT partition, at, complete_at, seen_at FROM positions ORDER BY partition
