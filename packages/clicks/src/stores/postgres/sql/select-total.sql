SELECT
  coalesce((SELECT clicks FROM narrows_clicks.totals WHERE domain = :domain AND code = :code), 0),
  (SELECT min(complete_at) FROM narrows_clicks.positions)
