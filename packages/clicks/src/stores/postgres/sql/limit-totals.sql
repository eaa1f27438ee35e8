-- Nobody waits longer for how often links were followed; behind a lock, or on a slow disk, it would keep a connection from reports.
SET LOCAL statement_timeout = '250ms'
