INSERT INTO narrows_clicks.positions AS p (partition, complete_at) VALUES (:partition, :at::bigint)
ON CONFLICT (partition) DO UPDATE SET complete_at = greatest(p.complete_at, excluded.complete_at)
