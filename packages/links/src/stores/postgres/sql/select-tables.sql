-- Of the schema in which ours would be made, those that have one of our names.
SELECT tablename
FROM pg_catalog.pg_tables
WHERE schemaname = current_schema()
  AND tablename IN (
    'schema_migrations', 'owners', 'links', 'link_tags', 'idempotency', 'api_keys', 'counters', 'link_changes'
  )
