SELECT l.max_clicks IS NULL OR coalesce(b.used, 0) < l.max_clicks AS has_clicks_left
FROM links AS l LEFT JOIN link_budgets AS b ON b.domain = l.domain AND b.code = l.code
WHERE l.domain = ? AND l.code = ?
