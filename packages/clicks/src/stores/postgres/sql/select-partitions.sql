SELECT partition, at, complete_at, seen_at FROM narrows_clicks.positions ORDER BY partition
