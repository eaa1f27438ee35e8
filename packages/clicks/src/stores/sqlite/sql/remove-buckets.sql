DELETE FROM buckets
WHERE (link, level, slot) IN (
  SELECT link, level, slot FROM buckets INDEXED BY buckets_by_time
  WHERE level = ?1 AND slot < ?2
  LIMIT ?3
)
