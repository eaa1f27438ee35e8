-- Of links that are the same here; people whom either database let through count.
INSERT INTO link_budgets AS b (domain, code, used, granted)
SELECT l.domain, l.code, w.clicks_used, w.clicks_used
FROM unnest(
  :domain::text[], :code::text[], :createdAt::bigint[], :version::integer[], :clicksUsed::integer[]
) AS w (domain, code, created_at, version, clicks_used)
JOIN links AS l ON l.domain = w.domain COLLATE "C" AND l.code = w.code COLLATE "C"
WHERE l.created_at = w.created_at AND l.version IS NOT DISTINCT FROM w.version AND l.max_clicks IS NOT NULL
ORDER BY l.domain, l.code
ON CONFLICT (domain, code) DO UPDATE SET used = greatest(b.used, excluded.used)
