SELECT c.value, l.id, l.domain, l.code, l.version, l.changed_at
FROM counters AS c
LEFT JOIN LATERAL (
  SELECT id, domain, code, version, changed_at FROM link_changes WHERE id > :position ORDER BY id LIMIT :limit
) AS l ON true
WHERE c.name = 'changes'
ORDER BY l.id
