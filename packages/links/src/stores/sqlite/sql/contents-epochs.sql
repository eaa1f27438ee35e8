SELECT slot, next_epoch FROM code_leases ORDER BY slot
