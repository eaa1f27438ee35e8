INSERT INTO narrows_clicks.positions AS p (partition, complete_at, seen_at)
VALUES (:partition, :at::bigint, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
ON CONFLICT (partition) DO UPDATE
SET complete_at = excluded.complete_at, seen_at = excluded.seen_at, gone_at = NULL
-- What has ended goes on when something of it is stored, and not when another writer had looked at it before.
WHERE p.complete_at IS DISTINCT FROM :ended::bigint OR excluded.complete_at = :ended::bigint
