SELECT slot, human, bot, preview, prefetch, head, visitors
FROM buckets
WHERE link = ?1 AND level = ?2 AND slot >= ?3 AND slot < ?4
ORDER BY slot
