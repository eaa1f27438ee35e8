-- All but the newest, in the order of select-dead-letters.sql.
DELETE FROM narrows_clicks.dead_letters
WHERE (found_at, partition, batch_to, index) < (
  SELECT found_at, partition, batch_to, index
  FROM narrows_clicks.dead_letters
  ORDER BY found_at DESC, partition DESC, batch_to DESC, index DESC
  OFFSET :kept::bigint - 1
  LIMIT 1
)
