-- The newest stay for those who have not read them yet.
DELETE FROM link_changes
WHERE id IN (
  SELECT id FROM link_changes
  WHERE id <= (SELECT value FROM counters WHERE name = 'changes') - :keep::bigint
  ORDER BY id
  LIMIT :limit
)
