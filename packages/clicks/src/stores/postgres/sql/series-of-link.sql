SELECT width_bucket(at, :bounds::bigint[]), class, count(*), count(DISTINCT visitor)
FROM narrows_clicks.clicks
WHERE code = :code AND domain = :domain AND at >= :from::bigint AND at < :to::bigint
GROUP BY 1, 2
