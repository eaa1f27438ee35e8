SELECT 8192 - max(next_epoch) AS epochs_left FROM code_leases
