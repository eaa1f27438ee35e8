-- Which of these clicks are stored between two instants.
SELECT id::text
FROM narrows_clicks.clicks
WHERE id = ANY (:ids::uuid[]) AND at >= :from::bigint AND at < :to::bigint
