SELECT
  (SELECT coalesce(sum(clicks), 0) FROM narrows_clicks.totals),
  (SELECT count(*) FROM narrows_clicks.buckets),
  (SELECT count(*) FROM narrows_clicks.clicks)
