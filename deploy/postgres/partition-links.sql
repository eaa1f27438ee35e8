-- Makes 8 hash partitions out of the table of links, in one transaction, with all nodes stopped. docs/guide/grow.md says
-- when. It rewrites the table, so it needs the room of another one meanwhile:
--   psql --set=ON_ERROR_STOP=1 --single-transaction --file=deploy/postgres/partition-links.sql "$DATABASE_URL"
-- Indexes, constraints and triggers are those that the table has.

DO $$
DECLARE
  parts CONSTANT integer := 8;
  definitions text[];
  definition text;
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'links'::regclass) = 'p' THEN
    RAISE EXCEPTION 'links has partitions already';
  END IF;
  LOCK TABLE links IN ACCESS EXCLUSIVE MODE;

  -- The key first, with its name; then the other indexes; then what happens at a change, after the rows are there.
  SELECT array_agg(d ORDER BY step, name) INTO definitions FROM (
    SELECT 1 AS step, conname AS name, format('ALTER TABLE links ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) AS d
    FROM pg_constraint WHERE conrelid = 'links'::regclass AND contype IN ('p', 'u')
    UNION ALL
    SELECT 2, c.relname, pg_get_indexdef(c.oid)
    FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE i.indrelid = 'links'::regclass
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid AND contype IN ('p', 'u'))
    UNION ALL
    SELECT 3, tgname, pg_get_triggerdef(oid)
    FROM pg_trigger WHERE tgrelid = 'links'::regclass AND NOT tgisinternal
    UNION ALL
    SELECT 4, attname, format('ALTER TABLE links ALTER COLUMN %I SET STATISTICS %s', attname, attstattarget)
    FROM pg_attribute WHERE attrelid = 'links'::regclass AND attnum > 0 AND attstattarget > 0
  ) AS d;

  ALTER TABLE links RENAME TO links_whole;
  CREATE TABLE links (LIKE links_whole INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE)
    PARTITION BY HASH (code);
  FOR part IN 0 .. parts - 1 LOOP
    EXECUTE format(
      'CREATE TABLE links_%s PARTITION OF links FOR VALUES WITH (MODULUS %s, REMAINDER %s)', part, parts, part
    );
  END LOOP;
  INSERT INTO links SELECT * FROM links_whole;
  DROP TABLE links_whole;
  FOREACH definition IN ARRAY definitions LOOP
    EXECUTE definition;
  END LOOP;
END $$;

ANALYZE links;
