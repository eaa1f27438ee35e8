-- The days of which there are raw clicks.
SELECT substring(c.relname FROM '^clicks_(\d+)$')::integer AS day
FROM pg_catalog.pg_inherits AS i
JOIN pg_catalog.pg_class AS c ON c.oid = i.inhrelid
WHERE i.inhparent = 'narrows_clicks.clicks'::regclass
ORDER BY day
