DELETE FROM narrows_clicks.buckets
WHERE minutes = ANY (:minutes::smallint[]) AND start_at >= :from::bigint AND start_at < :to::bigint
