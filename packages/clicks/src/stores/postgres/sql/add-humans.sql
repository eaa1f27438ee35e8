-- Adds the humans of whole days to what links have had since ever.
INSERT INTO narrows_clicks.totals AS t (domain, code, clicks)
SELECT domain, code, sum(human)::bigint
FROM narrows_clicks.buckets
WHERE minutes = 1440 AND start_at >= :from::bigint AND start_at < :to::bigint AND human > 0 AND code <> ''
GROUP BY domain, code
ON CONFLICT (code, domain) DO UPDATE SET clicks = t.clicks + excluded.clicks
