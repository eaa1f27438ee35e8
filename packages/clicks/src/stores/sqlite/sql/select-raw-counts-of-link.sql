-- Sums of nothing are NULL. The order is that of clickClasses.
SELECT
  sum(class = 0) AS human, sum(class = 1) AS bot, sum(class = 2) AS preview, sum(class = 3) AS prefetch, sum(class = 4) AS head,
  count(DISTINCT iif(class = 0, visitor, NULL)) AS visitors
FROM clicks INDEXED BY clicks_by_link
WHERE link = ?1 AND at >= ?2 AND at < ?3
