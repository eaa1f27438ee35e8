-- 1 for each class that is counted, 0 for the others.
SELECT sum(human * ?5 + bot * ?6 + preview * ?7 + prefetch * ?8 + head * ?9) AS clicks
FROM buckets
WHERE link = ?1 AND level = ?2 AND slot >= ?3 AND slot < ?4
