-- Numbers of these owners, new ones included. One that another connection is just adding is missing: ask again.
WITH wanted AS (
  SELECT DISTINCT name COLLATE "C" AS name FROM unnest(:names::text[]) AS name
), present AS (
  SELECT o.id, o.name FROM owners AS o JOIN wanted AS w ON w.name = o.name
), added AS (
  INSERT INTO owners (name)
  SELECT name FROM wanted WHERE name NOT IN (SELECT name FROM present) ORDER BY name
  ON CONFLICT (name) DO NOTHING
  RETURNING id, name
)
SELECT id, name FROM present UNION ALL SELECT id, name FROM added
