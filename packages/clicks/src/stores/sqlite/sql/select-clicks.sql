-- One lower bound, for a second one would be looked up in place of the cursor, and each page read all pages before it.
SELECT at, id, class, visitor, payload
FROM clicks INDEXED BY clicks_by_link
WHERE link = ?1 AND (at, id) > (?2, ?3) AND at < ?4
ORDER BY at, id
LIMIT ?5
