-- The newest stay for those who have not read them yet.
DELETE FROM link_changes
WHERE id IN (
  SELECT id FROM link_changes
  WHERE id <= (SELECT max(id) FROM link_changes) - ?
  ORDER BY id
  LIMIT ?
)
