UPDATE code_leases
SET ends_at = CAST(unixepoch('subsec') * 1000 AS INTEGER) + :ttlMs
WHERE slot = :slot AND next_epoch = :epoch + 1 AND ends_at > CAST(unixepoch('subsec') * 1000 AS INTEGER)
