-- Asked of the tables and not of to_regclass, which may answer as things stood before the lock was waited for.
SELECT EXISTS (SELECT FROM pg_catalog.pg_tables WHERE schemaname = 'narrows_clicks' AND tablename = 'migrations')
