-- See select-raw-counts-of-link.sql.
SELECT
  sum(class = 0) AS human, sum(class = 1) AS bot, sum(class = 2) AS preview, sum(class = 3) AS prefetch, sum(class = 4) AS head,
  count(DISTINCT iif(class = 0, visitor, NULL)) AS visitors
FROM clicks
WHERE at >= ?1 AND at < ?2
