-- Of the schema in which ours would be made, those that have one of our names; and whether it has the column that other
-- programs' tables of migrations lack.
SELECT
  c.relname,
  EXISTS (
    SELECT FROM pg_catalog.pg_attribute AS a
    WHERE a.attrelid = c.oid AND a.attname = 'is_breaking' AND NOT a.attisdropped
  )
FROM pg_catalog.pg_class AS c
JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname = current_schema()
  AND c.relkind IN ('r', 'p')
  AND c.relname IN (
    'schema_migrations', 'owners', 'links', 'link_tags', 'idempotency', 'api_keys', 'counters', 'link_changes',
    'code_leases', 'installation', 'safety_walk', 'safety_findings', 'link_reports', 'link_archive', 'link_budgets'
  )
ORDER BY c.relname
