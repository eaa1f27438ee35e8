SELECT human, bot, preview, prefetch, head, visitors, dimensions FROM buckets WHERE link = ? AND level = ? AND slot = ?
