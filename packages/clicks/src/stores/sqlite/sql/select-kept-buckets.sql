SELECT b.link, l.domain, l.code, b.level, b.slot, b.human, b.bot, b.preview, b.prefetch, b.head, b.visitors, b.dimensions
FROM buckets AS b
LEFT JOIN links AS l ON l.id = b.link
