SELECT human, bot, preview, prefetch, head, dimensions
FROM buckets
WHERE link = ?1 AND level = ?2 AND slot >= ?3 AND slot < ?4
