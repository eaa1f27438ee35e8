-- The free slot with most epochs left, so that all slots last equally long.
UPDATE code_leases
SET next_epoch = next_epoch + 1, holder = :holder, ends_at = CAST(unixepoch('subsec') * 1000 AS INTEGER) + :ttlMs
WHERE slot = (
  SELECT slot FROM code_leases
  WHERE next_epoch < 8192 AND (holder IS NULL OR ends_at <= CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ORDER BY next_epoch, slot
  LIMIT 1
)
RETURNING slot, next_epoch - 1 AS epoch
