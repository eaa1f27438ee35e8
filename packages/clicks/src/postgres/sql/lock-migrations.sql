-- Until the end of the transaction. The number is "NRCL" in ASCII.
SELECT pg_advisory_xact_lock(1314014028)
