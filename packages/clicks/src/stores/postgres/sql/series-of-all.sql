SELECT width_bucket(at, :bounds::bigint[]), class, count(*), count(DISTINCT visitor)
FROM narrows_clicks.clicks
WHERE at >= :from::bigint AND at < :to::bigint
GROUP BY 1, 2
