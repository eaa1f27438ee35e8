-- Clicks of many links at once: of each as many as are left, where it is the one that was judged. Then what was granted of
-- each, and what its link is.
WITH wanted AS (
  SELECT *
  FROM unnest(:domains::text[], :codes::text[], :versions::integer[], :counts::integer[])
    WITH ORDINALITY AS w (domain, code, version, count, number)
), spent AS (
  INSERT INTO link_budgets AS b (domain, code, used, granted)
  SELECT l.domain, l.code, least(w.count, l.max_clicks), least(w.count, l.max_clicks)
  FROM wanted AS w
  JOIN links AS l ON l.domain = w.domain AND l.code = w.code
  WHERE l.max_clicks IS NOT NULL AND coalesce(l.version, 1) = w.version
  -- In one order everywhere: of two statements that want the same links, neither waits for the other and is waited for.
  ORDER BY l.domain, l.code
  -- Of a row that another statement has just changed this is what it has become.
  ON CONFLICT (domain, code) DO UPDATE SET (granted, used) = (
    SELECT least(excluded.granted, l.max_clicks - b.used), least(excluded.granted + b.used, l.max_clicks)
    FROM links AS l
    WHERE l.domain = b.domain AND l.code = b.code
  )
  WHERE b.used < (SELECT l.max_clicks FROM links AS l WHERE l.domain = b.domain AND l.code = b.code)
  RETURNING b.domain, b.code, b.granted
)
SELECT
  w.number,
  -- The clicks are those of the version that was judged.
  CASE WHEN coalesce(l.version, 1) = w.version THEN s.granted END,
  -- As select-targets.sql.
  l.destination, l.flags,
  CASE WHEN l.archive_month IS NULL THEN l.expires_at ELSE 0 END,
  l.quarantined_at IS NOT NULL, l.deleted_at IS NOT NULL AND l.archive_month IS NULL, l.version,
  l.max_clicks, l.open_version
FROM wanted AS w
JOIN links AS l ON l.domain = w.domain AND l.code = w.code
LEFT JOIN spent AS s ON s.domain = w.domain AND s.code = w.code
