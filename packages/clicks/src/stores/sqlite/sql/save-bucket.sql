INSERT INTO buckets (link, level, slot, human, bot, preview, prefetch, head, visitors, dimensions)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
ON CONFLICT (link, level, slot) DO UPDATE
SET human = ?4, bot = ?5, preview = ?6, prefetch = ?7, head = ?8, visitors = ?9, dimensions = ?10
