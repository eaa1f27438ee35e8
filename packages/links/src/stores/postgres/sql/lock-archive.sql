-- One process at a time archives, or drops a month; until the end of the transaction. The number is "NRWA" in ASCII. And
-- links are found by their key, whatever the planner believes of a limit that it does not know: it would read them all.
SELECT
  pg_try_advisory_xact_lock(1314019137),
  set_config('enable_seqscan', 'off', true),
  set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true)
