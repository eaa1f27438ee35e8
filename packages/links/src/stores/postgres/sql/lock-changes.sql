-- Until the end of the transaction no change is committed.
SELECT value FROM counters WHERE name = 'changes' FOR UPDATE
