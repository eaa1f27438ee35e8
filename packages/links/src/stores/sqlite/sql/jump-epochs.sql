UPDATE code_leases SET next_epoch = min(8192, next_epoch + :by), holder = NULL, ends_at = NULL
