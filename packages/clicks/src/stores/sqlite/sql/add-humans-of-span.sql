-- Times 1 after, times -1 before the buckets of a span are made anew.
UPDATE links SET humans = max(0, humans + ?4 * counted.human)
FROM (
  SELECT link, sum(human) AS human FROM buckets INDEXED BY buckets_by_time
  WHERE level = ?1 AND slot >= ?2 AND slot < ?3
  GROUP BY link
) AS counted
WHERE links.id = counted.link
