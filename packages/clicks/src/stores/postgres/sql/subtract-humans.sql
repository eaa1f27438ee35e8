-- Takes the humans of whole days from what links have had since ever.
UPDATE narrows_clicks.totals AS t
SET clicks = greatest(0, t.clicks - counted.human)
FROM (
  SELECT domain, code, sum(human)::bigint AS human
  FROM narrows_clicks.buckets
  WHERE minutes = 1440 AND start_at >= :from::bigint AND start_at < :to::bigint AND human > 0
  GROUP BY domain, code
) AS counted
WHERE t.code = counted.code AND t.domain = counted.domain
