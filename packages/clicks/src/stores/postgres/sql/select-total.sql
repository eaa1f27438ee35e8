SELECT
  coalesce((SELECT clicks FROM narrows_clicks.totals WHERE domain = :domain AND code = :code), 0),
  -- Nobody can tell as long as one partition has never been read to its end.
  (SELECT CASE WHEN count(*) = count(complete_at) THEN min(complete_at) END FROM narrows_clicks.positions)
