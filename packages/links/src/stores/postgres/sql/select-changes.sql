SELECT c.value, l.id, l.domain, l.code, l.version
FROM counters AS c
LEFT JOIN LATERAL (
  SELECT id, domain, code, version FROM link_changes WHERE id > :position ORDER BY id LIMIT :limit
) AS l ON true
WHERE c.name = 'changes'
ORDER BY l.id
