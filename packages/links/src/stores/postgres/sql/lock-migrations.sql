-- Until the end of the transaction. The number is "NRWS" in ASCII.
SELECT pg_advisory_xact_lock(1314019155)
