-- The first day that has buckets; wherever there are any, there are some of whole days, too.
SELECT min(start_at)
FROM narrows_clicks.buckets
WHERE minutes = 1440 AND start_at >= :from::bigint AND start_at < :before::bigint
