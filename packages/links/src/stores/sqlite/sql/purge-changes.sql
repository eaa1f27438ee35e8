-- The newest stay: by them a process sees that it missed something.
DELETE FROM link_changes
WHERE id IN (
  SELECT id FROM link_changes
  WHERE id <= (SELECT max(id) FROM link_changes) - ?
  ORDER BY id
  LIMIT ?
)
