-- Until the end of the transaction. Every batch counts in the buckets of all links, so no two could go on beside each other
-- anyway; and in this way nobody waits for a bucket while others wait for his. The number is "NRCB" in ASCII.
SELECT pg_advisory_xact_lock(1314014018)
