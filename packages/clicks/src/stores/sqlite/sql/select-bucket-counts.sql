-- Of all links together, where there are any clicks.
SELECT slot, human, bot, preview, prefetch, head
FROM buckets
WHERE link = 0 AND level = ?1 AND slot >= ?2 AND slot < ?3
