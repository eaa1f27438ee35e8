UPDATE code_leases
SET holder = NULL, ends_at = NULL
WHERE slot = :slot AND next_epoch = :epoch + 1 AND holder IS NOT NULL
