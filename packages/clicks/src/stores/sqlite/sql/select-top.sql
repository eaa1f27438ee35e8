-- 1 for each class that is counted, 0 for the others.
SELECT link, sum(human * ?4 + bot * ?5 + preview * ?6 + prefetch * ?7 + head * ?8) AS clicks
FROM buckets INDEXED BY buckets_by_time
WHERE level = ?1 AND slot >= ?2 AND slot < ?3 AND link > 0
GROUP BY link
