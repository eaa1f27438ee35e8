-- One process at a time archives, or drops a month; until the end of the transaction. The number is "NRWA" in ASCII.
SELECT pg_try_advisory_xact_lock(1314019137)
