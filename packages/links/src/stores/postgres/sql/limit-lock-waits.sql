-- Until the end of the transaction: behind an ALTER that waits for a table, everybody waits who would read it.
SELECT set_config('lock_timeout', '2000', true)
