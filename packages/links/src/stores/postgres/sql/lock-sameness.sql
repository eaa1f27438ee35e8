-- Holds what may be reused until the end of the transaction, in one order everywhere.
SELECT pg_advisory_xact_lock(lock) FROM (SELECT unnest(:locks::bigint[]) AS lock ORDER BY 1) AS locks
