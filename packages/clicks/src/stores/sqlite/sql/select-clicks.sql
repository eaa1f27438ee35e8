SELECT at, id, class, visitor, payload
FROM clicks INDEXED BY clicks_by_link
WHERE link = ?1 AND at >= ?2 AND at < ?3 AND (at, id) > (?4, ?5)
ORDER BY at, id
LIMIT ?6
