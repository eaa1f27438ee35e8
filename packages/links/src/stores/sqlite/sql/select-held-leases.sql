SELECT slot, next_epoch - 1 AS epoch, holder, ends_at
FROM code_leases
WHERE ends_at > CAST(unixepoch('subsec') * 1000 AS INTEGER)
ORDER BY slot
