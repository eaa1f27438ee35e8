-- As lock-archive.sql, for whoever waits for the others.
SELECT pg_advisory_xact_lock(1314019137)
